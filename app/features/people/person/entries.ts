import type { ListRecord } from '#app/collections/list-view.ts'

export type EntryWrites = {
  removed: number[]
  created: { entry_type: number; person: number; value: string }[]
  updated: { id: number; value: string }[]
}

/**
 * Saves profile entries: an empty value with an id deletes, a value with an id updates, a value without an id creates.
 * @param changes the changed values, by profile field.
 */
export function entryWrites(
  person: number,
  stored: readonly ListRecord[],
  changes: Readonly<Record<number, string>>,
): EntryWrites {
  const writes: EntryWrites = { removed: [], created: [], updated: [] }
  for (const [field, value] of Object.entries(changes)) {
    const entry = stored.find(({ entry_type }) => entry_type === Number(field))
    if (entry?.value === value) continue
    if (entry && value === '') writes.removed.push(entry.id)
    else if (entry) writes.updated.push({ id: entry.id, value })
    else if (value !== '') writes.created.push({ entry_type: Number(field), person, value })
  }
  return writes
}
