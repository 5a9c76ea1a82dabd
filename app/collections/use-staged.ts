import { useCallback, useMemo, useState } from 'react'
import type { OvertakenShift } from '#server/shifts/list-edit/contract.ts'
import type { ListData, ListRecord, ListView } from './list-view.ts'

type Values = Record<string, unknown>
/** What is staged on one record: its fields before and after, and what it is called. */
export type StagedChange = { name: string; was: Values; fields: Values }
/** What somebody else made of a staged record meanwhile. */
export type Overtaken = OvertakenShift

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Changes of several records that are saved together. They stay while one goes through the list, and `data` shows the list as
 * it would be.
 */
export function useStaged(view: ListView, stored: ListData) {
  const [changes, setChanges] = useState<ReadonlyMap<number, StagedChange>>(new Map())
  const [names, setNames] = useState<ListData['related']>({})
  const [answer, setAnswer] = useState<unknown>()

  const stage = useCallback((record: ListRecord, name: string, key: string, value: unknown) => {
    setAnswer(undefined)
    setChanges((now) => {
      const { was = {}, fields = {} } = now.get(record.id) ?? {}
      const before = key in was ? was[key] : record[key]
      const { [key]: _was, ...otherWas } = was
      const { [key]: _field, ...others } = fields
      const next = new Map(now)
      if (!same(before, value))
        next.set(record.id, { name, was: { ...otherWas, [key]: before }, fields: { ...others, [key]: value } })
      else if (Object.keys(others).length) next.set(record.id, { name, was: otherWas, fields: others })
      else next.delete(record.id)
      return next
    })
  }, [])
  const picked = useCallback((collection: string, id: number, name: string) => {
    setNames((now) => ({ ...now, [collection]: { ...now[collection], [String(id)]: { id, name } } }))
  }, [])
  const drop = useCallback((ids?: readonly number[]) => {
    setAnswer(undefined)
    setChanges((now) => (ids ? new Map([...now].filter(([id]) => !ids.includes(id))) : new Map()))
  }, [])
  /** Goes on from what others stored meanwhile: what they changed counts as what was there before. */
  const rebase = useCallback((overtaken: readonly Overtaken[]) => {
    setAnswer(undefined)
    setChanges((now) => {
      const next = new Map(now)
      for (const { id, gone, fields } of overtaken) {
        const mine = next.get(id)
        if (gone) next.delete(id)
        else if (mine) next.set(id, { ...mine, was: { ...mine.was, ...fields } })
      }
      return next
    })
  }, [])

  const data = useMemo((): ListData => {
    if (!view.stagedAt || !changes.size) return stored
    const related = { ...stored.related }
    for (const [collection, found] of Object.entries(names)) related[collection] = { ...found, ...related[collection] }
    const labels = Object.fromEntries(
      Object.entries(names).map(([collection, found]) => [
        collection,
        {
          ...stored.labels[collection],
          ...Object.fromEntries(Object.values(found).map(({ id, name }) => [id, String(name)])),
        },
      ]),
    )
    return {
      ...stored,
      related,
      labels: { ...stored.labels, ...labels },
      rows: stored.rows.map((row) => (changes.has(row.id) ? { ...row, ...changes.get(row.id)?.fields } : row)),
    }
  }, [view, stored, changes, names])

  return { ids: changes, data, stage, picked, drop, rebase, answer, setAnswer, savedAt: view.stagedAt }
}

export type Staged = ReturnType<typeof useStaged>
