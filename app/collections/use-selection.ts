import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListData, ListRecord, SelectedRecords } from './list-view.ts'

export type Selection = {
  chosen: SelectedRecords
  count: number
  page: 'all' | 'some' | 'none'
  has: (id: number) => boolean
  toggle: (id: number, range?: boolean) => void
  togglePage: () => void
  selectAll: () => void
  clear: () => void
  drop: (ids: readonly number[]) => void
  nameOf: (record: ListRecord) => string
}

const NONE: SelectedRecords = { all: false, ids: new Set() }

export function useSelection(data: ListData): Selection {
  const [chosen, setChosen] = useState<SelectedRecords>(NONE)
  const last = useRef<number | null>(null)
  const list = JSON.stringify(data.matches)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different list clears the selection
  useEffect(() => setChosen(NONE), [list])
  const rows = data.rows.map(({ id }) => id)
  const has = (id: number) => chosen.all || chosen.ids.has(id)
  /** Stable, so that a row renders again only when its own selection changes. */
  const latest = useRef<Selection['toggle']>(() => {})
  const toggle = useCallback<Selection['toggle']>((id, range) => latest.current(id, range), [])
  const onPage = rows.filter(has).length
  latest.current = (id, range) => {
    const ids = new Set(chosen.all ? rows : chosen.ids)
    const on = !ids.has(id)
    const from = range && last.current !== null ? rows.indexOf(last.current) : -1
    const to = rows.indexOf(id)
    for (const row of from < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1))
      if (on) ids.add(row)
      else ids.delete(row)
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
      const allSelected = onPage === rows.length
      for (const id of rows)
        if (allSelected) ids.delete(id)
        else ids.add(id)
      setChosen({ all: false, ids })
    },
    selectAll: () => setChosen({ all: true }),
    clear: () => setChosen(NONE),
    drop: (gone) => {
      setChosen((current) =>
        current.all ? current : { all: false, ids: new Set([...current.ids].filter((id) => !gone.includes(id))) },
      )
    },
    nameOf: (record) =>
      data.displayNames[record.id] ??
      String(record[data.contract.label ?? ''] || `${data.contract.singular} ${record.id}`),
  }
}
