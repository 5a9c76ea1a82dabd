import type { ProfileKind } from '#server/lookups/profilefields-contract.ts'

type Field = { id: number; entry: { id: number; value: string } | null }
type Write = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object }

const PATH = '/api/profileentries/'

/**
 * Saves a value: an empty one deletes an existing entry, any other updates or creates it. Null when there is nothing to
 * do. Zero and false are values.
 */
export function entryWrite({ id, entry }: Field, value: string, person: number): Write | null {
  const empty = value.trim() === ''
  if (entry)
    return empty
      ? { method: 'DELETE', path: `${PATH}${entry.id}/` }
      : { method: 'PUT', path: PATH, body: [{ id: entry.id, value }] }
  return empty ? null : { method: 'POST', path: PATH, body: [{ entry_type: id, person, value }] }
}

export const displayValue = (kind: ProfileKind, value: string | undefined): string =>
  kind === 'boolean' && value ? (value === 'true' ? 'Yes' : 'No') : (value ?? '')
