import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { SearchHit } from '#server/search/contract.ts'
import { fetchApi, HANDLED_STATUSES } from '../fetch-api.ts'
import { stillFits } from './entries.ts'

/** Debounce in milliseconds; shorter than in selects, since the palette does nothing else. */
const DEBOUNCE_MS = 180

/**
 * Without a text, who is on a shift now, for admins; else finds records whose name contains `text`. Until its results arrive, the previous ones stay as far as they match, so
 * that Enter never opens a wrong one.
 */
export function useRecordSearch(
  text: string,
  { active, admin }: { active: boolean; admin: boolean },
): { found: SearchHit[]; searching: boolean } {
  const [settled] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const [answer, setAnswer] = useState<{ text: string | null; found: SearchHit[] }>({
    text: admin ? null : '',
    found: [],
  })
  useEffect(() => {
    if (!active || (settled === '' && !admin)) {
      setAnswer({ text: settled, found: [] })
      return
    }
    const controller = new AbortController()
    fetchApi(`/search?${new URLSearchParams({ q: settled })}`, { signal: controller.signal }, HANDLED_STATUSES)
      .then((response) => (response.ok ? response.json() : { found: [] }))
      .then(({ found }: { found: SearchHit[] }) => setAnswer({ text: settled, found }))
      .catch(() => {
        if (!controller.signal.aborted) setAnswer({ text: settled, found: [] })
      })
    return () => controller.abort()
  }, [settled, active, admin])
  const searching = active && answer.text !== text.trim()
  return { found: searching ? answer.found.filter((hit) => stillFits(hit, text)) : answer.found, searching }
}
