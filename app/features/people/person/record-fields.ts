import type { Staged, StoredRecord } from '#app/collections/changeset.ts'
import type { ListRecord } from '#app/collections/list-view.ts'
import { DAY_MESSAGE, isDay } from '#server/engine/kernel/day-text.pure.ts'

export type RecordFields = {
  person: number | null
  competency: number | null
  training: number | null
  achieved: string
  details: string
}

const idOrNull = (value: unknown) => (typeof value === 'number' ? value : null)

export const storedFields = (record: ListRecord): StoredRecord<RecordFields> => ({
  id: record.id,
  version: String(record.version ?? ''),
  person: idOrNull(record.person),
  competency: idOrNull(record.competency),
  training: idOrNull(record.training),
  achieved: String(record.achieved ?? ''),
  details: String(record.details ?? ''),
})

export const newFields = (person: number, competency: number | null = null): RecordFields => ({
  person,
  competency,
  training: null,
  achieved: '',
  details: '',
})

/** @returns the newest record of each competency, by the competency's id. @param records newest first */
export function newestByCompetency(records: readonly ListRecord[]): ReadonlyMap<unknown, number> {
  const newest = new Map<unknown, number>()
  for (const { id, competency } of records) if (!newest.has(competency)) newest.set(competency, id)
  return newest
}

const REQUIRED = 'Required.'

/** Requires person, competency and achieved date, and checks the date's form. */
export function recordProblems({ person, competency, achieved }: RecordFields): Record<string, string> {
  const day = achieved.trim()
  return {
    ...(person === null && { person: REQUIRED }),
    ...(competency === null && { competency: REQUIRED }),
    ...(day === '' ? { achieved: REQUIRED } : !isDay(day) && { achieved: DAY_MESSAGE }),
  }
}

/** Problems that prevent saving, of each new or changed record, by its key or id. */
export function stagedProblems({
  added,
  changed,
  removed,
  bases,
}: Staged<RecordFields>): Record<string, Record<string, string>> {
  const records: [string, RecordFields][] = [
    ...added.map(({ key, fields }): [string, RecordFields] => [key, fields]),
    ...Object.entries(changed).flatMap(([id, { fields }]): [string, RecordFields][] => {
      const base = bases[Number(id)]
      return base && !(Number(id) in removed) ? [[id, { ...base, ...fields }]] : []
    }),
  ]
  return Object.fromEntries(
    records.flatMap(([key, fields]) => {
      const obstacles = recordProblems(fields)
      return Object.keys(obstacles).length ? [[key, obstacles]] : []
    }),
  )
}
