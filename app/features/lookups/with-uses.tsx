import type { ListView } from '#app/collections/list-view.ts'
import type { Use } from '#server/lookups/uses.ts'
import { RecordUses } from './record-uses.tsx'

export const withUses = (view: ListView): ListView => ({
  ...view,
  undoesChanges: true,
  summary: (record, uses) => (
    <RecordUses key={record.id} view={view} record={record} uses={(uses ?? []) as readonly Use[]} />
  ),
})
