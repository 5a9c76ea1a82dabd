import { useFetcher } from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import { paths } from '#app/shell/paths.ts'
import { useSite, useViewer } from '#app/shell/use-root.ts'
import type { ExternalAnswer } from '#server/calendar/external/contract.ts'
import { readAddresses } from '#server/organisation/calendar-addresses.pure.ts'

const NO_EVENTS: ExternalAnswer = { events: [], names: {}, problems: [] }

export function useExternal(start: string, end: string) {
  const site = useSite()
  const viewer = useViewer()
  const allowed = useMemo(() => readAddresses(site.allowed_external_calendars), [site.allowed_external_calendars])
  const hiddenText = viewer?.settings.hidden_external_calendars ?? ''
  const hidden = useMemo(() => readAddresses(hiddenText), [hiddenText])
  const { load, data } = useFetcher<ExternalAnswer | { problem: unknown }>()
  const shown = allowed.filter((address) => !hidden.includes(address)).join(' ')
  useEffect(() => {
    if (shown) load(`${paths.calendarExternal}?${new URLSearchParams({ start, end })}`)
  }, [load, shown, start, end])
  const answer = shown && data && 'events' in data ? data : NO_EVENTS
  return { allowed, hidden, ...answer }
}
