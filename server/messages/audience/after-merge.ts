import { replaceId } from '#server/engine/kernel/replace-id.ts'

const LISTS: Record<string, readonly (readonly string[])[]> = {
  roles: [['roles']],
  assignments: [['assignments']],
  competencies: [['competencies'], ['competency', 'competencies']],
}

type Json = Record<string, unknown>

/** Replaces a merged record by the remaining one in an audience; null if it does not occur. */
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
