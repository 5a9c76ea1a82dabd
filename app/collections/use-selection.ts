import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListData, ListRecord } from './list-view.ts'

export type Chosen = { all: false; ids: ReadonlySet<number> } | { all: true }

export type Selection = {
  chosen: Chosen
  count: number
  page: 'all' | 'some' | 'none'
  has: (id: number) => boolean
  /** With `range`, all rows from the last one touched. */
  toggle: (id: number, range?: boolean) => void
  togglePage: () => void
  takeAll: () => void
  clear: () => void
  /** Leaves out what is no longer there. */
  drop: (ids: readonly number[]) => void
  nameOf: (record: ListRecord) => string
}

const NOTHING: Chosen = { all: false, ids: new Set() }

/** Which rows are chosen: some, or all matches of the list. It ends when the list becomes another one. */
export function useSelection(data: ListData): Selection {
  const [chosen, setChosen] = useState<Chosen>(NOTHING)
  const last = useRef<number | null>(null)
  const list = JSON.stringify(data.matches)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list of matches ends what was chosen in this one
  useEffect(() => setChosen(NOTHING), [list])
  const rows = data.rows.map(({ id }) => id)
  const has = (id: number) => chosen.all || chosen.ids.has(id)
  /** The one function for all rows and renders, so that a row is drawn again only when it is chosen or left. */
  const latest = useRef<Selection['toggle']>(() => {})
  const toggle = useCallback<Selection['toggle']>((id, range) => latest.current(id, range), [])
  const onPage = rows.filter(has).length
  latest.current = (id, range) => {
    const ids = new Set(chosen.all ? rows : chosen.ids)
    const on = !ids.has(id)
    const from = range && last.current !== null ? rows.indexOf(last.current) : -1
    const to = rows.indexOf(id)
    for (const at of from < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1))
      if (on) ids.add(at)
      else ids.delete(at)
    last.current = id
    setChosen({ all: false, ids })
  }
  return {
    chosen,
    has,
    count: chosen.all ? data.count : chosen.ids.size,
    page: onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some',
    toggle,
    togglePage: () => {
      const ids = new Set(chosen.all ? [] : chosen.ids)
      const full = onPage === rows.length
      for (const id of rows)
        if (full) ids.delete(id)
        else ids.add(id)
      setChosen({ all: false, ids })
    },
    takeAll: () => setChosen({ all: true }),
    clear: () => setChosen(NOTHING),
    drop: (gone) => {
      const left = (now: Chosen): Chosen =>
        now.all ? now : { all: false, ids: new Set([...now.ids].filter((id) => !gone.includes(id))) }
      setChosen(left)
    },
    nameOf: (record) =>
      data.called[record.id] ?? String(record[data.contract.label ?? ''] || `${data.contract.singular} ${record.id}`),
  }
}
