import { useNavigation } from '@remix-run/react'
import { useMemo } from 'react'
import { readQuery } from './list-query.ts'
import type { ListData, ListQuery, ListView } from './list-view.ts'

/**
 * The list's query as it is about to be: the one on its way, else the one shown. Every link and change of a list starts from
 * it, so that two that follow each other quickly both stand.
 */
export function usePendingQuery({ view, data, path }: { view: ListView; data: ListData; path: string }): ListQuery {
  const { location } = useNavigation()
  const { query, contract } = data
  const coming = location?.pathname === path ? location.search : null
  return useMemo(
    () => (coming === null ? query : readQuery(view, contract, new URLSearchParams(coming))),
    [coming, query, view, contract],
  )
}
