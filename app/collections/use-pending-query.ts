import { useNavigation } from '@remix-run/react'
import { useMemo } from 'react'
import { readQuery } from './list-query.ts'
import type { ListData, ListQuery, ListView } from './list-view.ts'

/**
 * The query that the list is navigating to, or else the one shown. Build every link and change on it, so that two quick
 * changes both apply.
 */
export function usePendingQuery({ view, data, path }: { view: ListView; data: ListData; path: string }): ListQuery {
  const { location } = useNavigation()
  const { query, contract } = data
  const pending = location?.pathname === path ? location.search : null
  return useMemo(
    () => (pending === null ? query : readQuery(view, contract, new URLSearchParams(pending))),
    [pending, query, view, contract],
  )
}
