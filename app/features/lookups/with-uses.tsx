import type { ListView } from '#app/collections/list-view.ts'
import type { Use } from '#server/lookups/uses.ts'
import { RecordUses } from './record-uses.tsx'

/** A list whose open record says where it is used, and is merged with another. */
export const withUses = (view: ListView): ListView => ({
  ...view,
  undoesChanges: true,
  summary: (record, uses) => (
    <RecordUses key={record.id} view={view} record={record} uses={(uses ?? []) as readonly Use[]} />
  ),
})
