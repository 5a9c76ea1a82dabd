import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { BACKGROUND_STATUSES, fetchApi } from '../shell/fetch-api.ts'

export type Option = { id: number; label: string; past?: boolean }

const DEBOUNCE_MS = 400

/**
 * Loads up to 50 options when the select opens and once typing pauses.
 * @param all includes inactive people and archived records.
 * @param kind only records of this kind.
 * @param type the last event of this type comes first.
 */
export function useOptions(
  collection: string,
  search: string,
  active: boolean,
  all = false,
  kind?: string,
  type?: number | null,
): { options: Option[]; loading: boolean } {
  const [settled] = useDebouncedValue(search, DEBOUNCE_MS)
  const [answer, setAnswer] = useState<{ search: string; options: Option[] } | null>(null)
  const wanted = search === '' ? '' : settled
  useEffect(() => {
    if (!active) return
    const controller = new AbortController()
    const query = new URLSearchParams({
      ...(wanted && { search: wanted }),
      ...(all && { all: 'true' }),
      ...(kind && { kind }),
      ...(type && { type: String(type) }),
    })
    const init = { signal: controller.signal, headers: { accept: 'application/json' } }
    fetchApi(`/options/${collection}?${query}`, init, BACKGROUND_STATUSES)
      .then((response) => (response.ok ? response.json() : []))
      .then((options: Option[]) => setAnswer({ search: wanted, options }))
      .catch(() => {
        if (!controller.signal.aborted) setAnswer({ search: wanted, options: [] })
      })
    return () => controller.abort()
  }, [collection, wanted, active, all, kind, type])
  return { options: answer?.options ?? [], loading: active && answer?.search !== search }
}

/** The value of the option that unfolds the past ones. */
export const PAST = 'past'

/** Folds past options away until someone searches or asks for them. */
export const foldPast = (options: readonly Option[], unfolded: boolean) => {
  const past = options.filter((option) => option.past)
  return {
    next: options.filter((option) => !option.past),
    past: unfolded ? past : [],
    fold: !unfolded && past.length > 0 ? 'Show past events' : null,
  }
}
