import { instantSql } from '#server/engine/kernel/db/instant-sql.ts'
import type { Declaration, Scope } from './define.ts'
import { accessOf, allowedFields, factsOf, fieldOf, type Standing, sqlOf } from './reading.ts'

/**
 * SQL of one row as a JSON object with the readable fields. Instants are ISO 8601 in UTC with milliseconds.
 * @param withVersion adds the `version` for staged changes.
 */
export function recordJson(declaration: Declaration, standing: Standing, q: Scope, withVersion = false): string {
  const read = accessOf(declaration, standing).read
  const plain = objectJson(declaration, allowedFields(declaration, read?.fields ?? []), q, withVersion)
  if (!read?.own) return plain
  const own = objectJson(declaration, allowedFields(declaration, read.own.fields), q, withVersion)
  return `case when ${read.own.rows(q)} then ${own} else ${plain} end`
}

/** Uses a row, which caches its column types between records, unlike json_build_object. */
function objectJson(declaration: Declaration, names: readonly string[], q: Scope, withVersion: boolean): string {
  const view = !q.facts && names.some((name) => declaration.facts?.fields.includes(name)) && declaration.facts?.view
  const columns = names.map((name) => {
    const value = sqlOf(declaration, name, { ...q, ...(view && { facts: 'f' }) })
    return `${fieldOf(declaration, name)?.kind === 'instant' ? instantSql(value) : value} as "${name}"`
  })
  if (withVersion) columns.push(`to_json(${q.t}.updated_at) #>> '{}' as version`)
  return `row_to_json((select record from (select ${columns.join(', ')}${view ? ` ${factsOf(view, q)}` : ''}) record))`
}
