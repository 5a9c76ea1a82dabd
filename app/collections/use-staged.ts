import { useMemo, useState } from 'react'
import {
  changesetOf,
  countStaged,
  nothingStaged,
  type Staged as StagedOf,
  type Step,
  type StoredRecord,
  stage,
} from './changeset.ts'
import type { ListData, ListRecord, ListView } from './list-view.ts'
import { useChangeset } from './use-changeset.ts'

type Fields = Record<string, unknown>

const NOTHING = nothingStaged<Fields>()
const stageFields = (staged: StagedOf<Fields>, step: Step<Fields>) => stage(staged, step)

/** Holds changes to several records of a list that are saved together. They survive navigation within the list. */
export function useStaged(view: ListView, stored: ListData) {
  const { staged, refusal, setRefusal, saving, save, step, finalStep, discard } = useChangeset({
    path: view.stagedAt ?? '',
    nothing: NOTHING,
    stage: stageFields,
  })
  const [displayNames, setDisplayNames] = useState<ReadonlyMap<number, string>>(new Map())
  const [picked, setPicked] = useState<ListData['related']>({})
  const conflicts = refusal?.conflicts ?? []

  const data = useMemo((): ListData => {
    if (!view.stagedAt || !Object.keys(staged.changed).length) return stored
    const related = { ...stored.related }
    for (const [collection, found] of Object.entries(picked)) related[collection] = { ...found, ...related[collection] }
    const labels = Object.fromEntries(
      Object.entries(picked).map(([collection, found]) => [
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
      rows: stored.rows.map((row) => ({ ...row, ...staged.changed[row.id]?.fields })),
    }
  }, [view, stored, staged, picked])

  return {
    data,
    changed: staged.changed,
    count: countStaged(staged).all,
    /** Display names of records whose staged change ends recorded time. */
    ending: Object.entries(staged.changed).flatMap(([id, { fields }]) => {
      const stored = staged.bases[Number(id)] as ListRecord | undefined
      return stored && view.endsTime?.(stored, fields) ? [displayNames.get(stored.id) ?? id] : []
    }),
    refusal,
    conflicts,
    saving,
    displayName: (id: number) => displayNames.get(id) ?? `${id}`,
    stage: (record: ListRecord, displayName: string, key: string, value: unknown) => {
      setRefusal(null)
      setDisplayNames((before) => new Map(before).set(record.id, displayName))
      step({ do: 'change', record: record as StoredRecord<Fields>, patch: { [key]: value } })
    },
    pick: (collection: string, id: number, name: string) =>
      setPicked((before) => ({ ...before, [collection]: { ...before[collection], [String(id)]: { id, name } } })),
    restore: (id: number) => {
      setRefusal(null)
      step({ do: 'restore', id })
    },
    discard: () => {
      setRefusal(null)
      discard()
    },
    save: () => save(changesetOf(staged)),
    /** Rebases on others' stored changes; drops records that they removed. */
    keepMine: () => {
      setRefusal(null)
      finalStep(
        ...conflicts.map(
          ({ id, version, fields }): Step<Fields> =>
            version === null ? { do: 'take-theirs', ids: [id] } : { do: 'keep-mine', id, version, fields },
        ),
      )
    },
    takeTheirs: () => {
      setRefusal(null)
      finalStep({ do: 'take-theirs', ids: conflicts.map(({ id }) => id) })
    },
  }
}

export type StagedList = ReturnType<typeof useStaged>
