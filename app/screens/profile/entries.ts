import type { ProfileKind } from '#server/lookups/profilefields/contract.ts'

type Field = { id: number; entry: { id: number; value: string } | null }
type Write = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object }

const PATH = '/api/profileentries/'

/**
 * The call that stores a value: an empty value with an entry deletes it, a value with one updates it, a value without one
 * creates it; nothing without either. Zero and false are values.
 */
export function writeOf({ id, entry }: Field, value: string, person: number): Write | null {
  const empty = value.trim() === ''
  if (entry)
    return empty
      ? { method: 'DELETE', path: `${PATH}${entry.id}/` }
      : { method: 'PUT', path: PATH, body: [{ id: entry.id, value }] }
  return empty ? null : { method: 'POST', path: PATH, body: [{ entry_type: id, person, value }] }
}

export const shownValue = (kind: ProfileKind, value: string | undefined): string =>
  kind === 'boolean' && value ? (value === 'true' ? 'Yes' : 'No') : (value ?? '')
