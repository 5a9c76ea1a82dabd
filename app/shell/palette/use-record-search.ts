import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Found } from '#server/search/contract.ts'
import { fetchApi, HANDLED_STATUSES } from '../fetch-api.ts'

/** Milliseconds of quiet before the server is asked; shorter than in selects, since one waits for nothing else here. */
const PAUSE = 180

/** Records whose name contains `text`; those of the last answer stay until the next one is there. */
export function useRecordSearch(text: string, active: boolean): { found: Found[]; searching: boolean } {
  const [settled] = useDebouncedValue(text.trim(), PAUSE)
  const [answer, setAnswer] = useState<{ text: string; found: Found[] }>({ text: '', found: [] })
  useEffect(() => {
    if (!active || settled === '') {
      setAnswer({ text: settled, found: [] })
      return
    }
    const control = new AbortController()
    fetchApi(`/search?${new URLSearchParams({ q: settled })}`, { signal: control.signal }, HANDLED_STATUSES)
      .then((response) => (response.ok ? response.json() : { found: [] }))
      .then(({ found }: { found: Found[] }) => setAnswer({ text: settled, found }))
      .catch(() => {
        if (!control.signal.aborted) setAnswer({ text: settled, found: [] })
      })
    return () => control.abort()
  }, [settled, active])
  return { found: answer.found, searching: active && answer.text !== text.trim() }
}
