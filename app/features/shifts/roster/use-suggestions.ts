import { useEffect, useState } from 'react'
import { BACKGROUND_STATUSES, fetchApi } from '#app/shell/fetch-api.ts'
import type { ShiftFields } from '#server/shifts/roster-editor/contract.ts'
import type { Suggestion, SuggestionsByShift } from '#server/shifts/suggestions/contract.ts'

type Answer = { query: string; suggestions: Suggestion[]; more: number; failed: boolean }

/**
 * Loads suggestions for the staged shift; reloads when its assignment, role or times change, not when its person does.
 */
export function useSuggestions(event: number, shift: number | null, fields: ShiftFields, active: boolean, search = '') {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { role, assignment, start, end } = fields
  const query = new URLSearchParams({
    shift: String(shift ?? ''),
    role: String(role ?? ''),
    assignment: String(assignment ?? ''),
    start,
    end,
    ...(search && { search }),
  }).toString()
  useEffect(() => {
    if (!active) return
    const controller = new AbortController()
    const init = { signal: controller.signal, headers: { accept: 'application/json' } }
    fetchApi(`/api/events/${event}/suggestions?${query}`, init, BACKGROUND_STATUSES)
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
      .then((all: SuggestionsByShift) => {
        const { suggestions, more } = Object.values(all)[0] ?? { suggestions: [], more: 0 }
        setAnswer({ query, suggestions, more, failed: false })
      })
      .catch(() => {
        if (!controller.signal.aborted) setAnswer({ query, suggestions: [], more: 0, failed: true })
      })
    return () => controller.abort()
  }, [event, query, active])
  return {
    suggestions: answer?.suggestions ?? [],
    more: answer?.more ?? 0,
    failed: answer?.failed ?? false,
    loading: active && answer?.query !== query,
  }
}
