import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

/** The fields of a list that refer to the merged collection, by name. */
export type ReferringFields = ReadonlySet<string>

const CONDITION = /^(.{1,200}?)(?:__(?:eq|ne))?$/s
const IDS = /^\d{1,16}(?:,\d{1,16}){0,999}$/

/** Replaces an id in a list of ids; one that is there already is not repeated. */
export const replaceId = (ids: readonly number[], id: number, into: number): number[] => [
  ...new Set(ids.map((one) => (one === id ? into : one))),
]

/**
 * Replaces a merged record by the remaining one in the query string of a list.
 * @returns the new text; the same one when the query does not name the record.
 */
export function queryAfterMerge(query: string, fields: ReferringFields, id: number, into: number): string {
  let isChanged = false
  const kept = [...new URLSearchParams(query)].map(([name, value]): [string, string] => {
    const field = CONDITION.exec(cutText(name, 300))?.[1]?.split('/').at(-1) ?? ''
    if (!fields.has(field) || !IDS.test(value)) return [name, value]
    const ids = value.split(',').map(Number)
    if (!ids.includes(id)) return [name, value]
    isChanged = true
    return [name, replaceId(ids, id, into).join(',')]
  })
  return isChanged ? new URLSearchParams(kept).toString() : query
}

/** Where an audience lists ids of each collection. */
const LISTS: Record<string, readonly (readonly string[])[]> = {
  roles: [['roles']],
  assignments: [['assignments']],
  competencies: [['competencies'], ['competency', 'competencies']],
}

type Json = Record<string, unknown>

/** Replaces a merged record by the remaining one in the audience of a message; null when the audience does not name it. */
export function audienceAfterMerge(audience: Json, collection: string, id: number, into: number): Json | null {
  let isChanged = false
  const replaced = (value: Json, [key = '', ...rest]: readonly string[]): Json => {
    const held = value[key]
    if (rest.length) {
      const isObject = typeof held === 'object' && held !== null && !Array.isArray(held)
      return isObject ? { ...value, [key]: replaced(held as Json, rest) } : value
    }
    if (!Array.isArray(held) || !held.includes(id)) return value
    isChanged = true
    return { ...value, [key]: replaceId(held as number[], id, into) }
  }
  const next = (LISTS[collection] ?? []).reduce(replaced, audience)
  return isChanged ? next : null
}
