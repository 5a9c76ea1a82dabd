import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { sameList } from './list-query.ts'
import type { ListData } from './list-view.ts'

/**
 * Chunks loaded after the first. The first `fresh` belong to the current list, the others to the list before its last
 * reload.
 */
type ChunkState = { list: ListData; search: string; chunks: readonly ListData[]; fresh: number; ended: boolean }

const countRows = (chunks: readonly ListData[]) => chunks.reduce((sum, { rows }) => sum + rows.length, 0)

/**
 * Loads all rows of a list on one page, the first thousand immediately and the rest in the background. While it reloads
 * after a change, the previous rows stay in place.
 */
export function useAllRows(data: ListData): ListData {
  const { pathname, search } = useLocation()
  const { load, data: answer } = useFetcher<ListData>()
  const [stored, setStored] = useState<ChunkState>({ list: data, search, chunks: [], fresh: 0, ended: false })
  const handled = useRef<ListData | undefined>(undefined)
  const state: ChunkState =
    stored.list === data
      ? stored
      : { list: data, search, chunks: sameList(stored.search, search) ? stored.chunks : [], fresh: 0, ended: false }
  if (state !== stored) setStored(state)
  const { chunks, fresh, ended } = state
  const loaded = data.rows.length + countRows(chunks.slice(0, fresh))
  const wanted = data.query.limit < 0 && !ended && loaded < data.count
  const address = `${pathname}?${new URLSearchParams([...new URLSearchParams(search), ['from', String(loaded)]])}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded list starts again at the same URL
  useEffect(() => {
    if (wanted) load(address)
  }, [data, wanted, address, load])
  useEffect(() => {
    if (!answer || answer === handled.current) return
    handled.current = answer
    setStored((current) => {
      if (answer.from !== current.list.rows.length + countRows(current.chunks.slice(0, current.fresh))) return current
      const next = [...current.chunks.slice(0, current.fresh), answer, ...current.chunks.slice(current.fresh + 1)]
      return { ...current, chunks: next, fresh: current.fresh + 1, ended: answer.rows.length === 0 }
    })
  }, [answer])
  const shown = wanted ? chunks : chunks.slice(0, fresh)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chunks and how many of them are shown determine the result
  return useMemo(() => (shown.length ? mergeChunks(data, shown) : data), [data, chunks, shown.length])
}

function mergeChunks(data: ListData, chunks: readonly ListData[]): ListData {
  const all = [data, ...chunks.toReversed()]
  const rows = new Map([data, ...chunks].flatMap((part) => part.rows.map((row) => [row.id, row] as const)))
  for (const row of data.rows) rows.set(row.id, row)
  const related: ListData['related'] = {}
  for (const part of all)
    for (const [name, records] of Object.entries(part.related)) related[name] = { ...records, ...related[name] }
  return {
    ...data,
    rows: [...rows.values()].slice(0, data.count),
    related,
    extras: Object.assign({}, ...all.map((part) => part.extras).toReversed()),
    displayNames: Object.assign({}, ...all.map((part) => part.displayNames).toReversed()),
  }
}
