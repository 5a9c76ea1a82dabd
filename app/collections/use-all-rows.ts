import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { sameList } from './list-query.ts'
import type { ListData } from './list-view.ts'

/** What was read behind a list of all records. The first `fresh` parts belong to what the list is now, the others to what it was. */
type Read = { of: ListData; search: string; parts: readonly ListData[]; fresh: number; ended: boolean }

const rowsOf = (parts: readonly ListData[]) => parts.reduce((sum, { rows }) => sum + rows.length, 0)

/**
 * A list on one page with all of its rows: it opens with the first thousand, the others are read behind it, a thousand at a
 * time. While it is read again, after a change, what was there before stays in its place.
 */
export function useAllRows(data: ListData): ListData {
  const { pathname, search } = useLocation()
  const { load, data: answer } = useFetcher<ListData>()
  const [read, setRead] = useState<Read>({ of: data, search, parts: [], fresh: 0, ended: false })
  const taken = useRef<ListData | undefined>(undefined)
  const known: Read =
    read.of === data
      ? read
      : { of: data, search, parts: sameList(read.search, search) ? read.parts : [], fresh: 0, ended: false }
  if (known !== read) setRead(known)
  const { parts, fresh, ended } = known
  const have = data.rows.length + rowsOf(parts.slice(0, fresh))
  const wanted = data.query.limit < 0 && !ended && have < data.count
  const address = `${pathname}?${new URLSearchParams([...new URLSearchParams(search), ['from', String(have)]])}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that was read again begins again at the same address
  useEffect(() => {
    if (wanted) load(address)
  }, [data, wanted, address, load])
  useEffect(() => {
    if (!answer || answer === taken.current) return
    taken.current = answer
    setRead((now) => {
      if (answer.from !== now.of.rows.length + rowsOf(now.parts.slice(0, now.fresh))) return now
      const next = [...now.parts.slice(0, now.fresh), answer, ...now.parts.slice(now.fresh + 1)]
      return { ...now, parts: next, fresh: now.fresh + 1, ended: answer.rows.length === 0 }
    })
  }, [answer])
  // What the list no longer has is left out once it was read to its end.
  const shown = wanted ? parts : parts.slice(0, fresh)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts and how many of them count say what is shown
  return useMemo(() => (shown.length ? together(data, shown) : data), [data, parts, shown.length])
}

function together(data: ListData, parts: readonly ListData[]): ListData {
  const all = [data, ...parts.toReversed()]
  const rows = new Map([data, ...parts].flatMap((part) => part.rows.map((row) => [row.id, row] as const)))
  for (const row of data.rows) rows.set(row.id, row)
  const related: ListData['related'] = {}
  for (const part of all)
    for (const [name, records] of Object.entries(part.related)) related[name] = { ...records, ...related[name] }
  return {
    ...data,
    rows: [...rows.values()].slice(0, data.count),
    related,
    extras: Object.assign({}, ...all.map((part) => part.extras).toReversed()),
    called: Object.assign({}, ...all.map((part) => part.called).toReversed()),
  }
}
