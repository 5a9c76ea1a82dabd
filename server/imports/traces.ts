import * as z from 'zod'
import type { AppliedChange, BulkTable } from './bulk.ts'

const row = z.record(z.string(), z.unknown())
const TABLES = [
  'people',
  'competencies',
  'records',
  'eventtypes',
  'series',
  'locations',
  'assignments',
  'roles',
  'events',
  'shifts',
] as const

/** The effects of an import, stored in `imports.created` for its undo. */
export const traces = z.object({
  ids: z.partialRecord(z.enum(TABLES), z.array(z.number().int())),
  changes: z.partialRecord(z.enum(TABLES), z.array(z.object({ id: z.number().int(), before: row, after: row }))),
})
export type Traces = z.infer<typeof traces>

export function createTraceRecorder() {
  const all: Traces = { ids: {}, changes: {} }
  return {
    all,
    made: <T extends { id: number }>(table: BulkTable, rows: T[]): T[] => {
      all.ids[table] = [...(all.ids[table] ?? []), ...rows.map(({ id }) => id)]
      return rows
    },
    changed: (table: BulkTable, rows: AppliedChange[]): AppliedChange[] => {
      all.changes[table] = rows
      return rows
    },
    empty: () =>
      Object.values(all.ids).every((ids) => ids.length === 0) &&
      Object.values(all.changes).every((rows) => rows.length === 0),
  }
}
export type ImportTrace = ReturnType<typeof createTraceRecorder>
