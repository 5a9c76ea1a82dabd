import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { replaceId } from '#server/engine/kernel/replace-id.ts'

export type ReferringFields = ReadonlySet<string>

const CONDITION = /^(.{1,200}?)(?:__(?:eq|ne))?$/s
const IDS = /^\d{1,16}(?:,\d{1,16}){0,999}$/

/**
 * Replaces a merged record by the remaining one in a list's query string.
 * @returns the new text; unchanged when the query does not name the record.
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
