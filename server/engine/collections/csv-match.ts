import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Issues } from '#server/engine/kernel/errors.ts'
import { cutText } from '../kernel/cut-text.pure.ts'
import { foldText } from '../kernel/folded-text.pure.ts'
import type { Column } from './csv-columns.ts'
import type { Declaration, Row } from './define.ts'
import { addIssue } from './issues.ts'
import { fieldOf, type Registry } from './reading.ts'

export type CsvRow = { line: number; id: number | null; values: Row; issues: Issues }

const SEVERAL = 'More than one has this name. Give the id.'

/**
 * Resolves names in columns such as `role/name` to ids; an id beside the name takes precedence. One query per column.
 */
export async function resolveNames(
  ctx: Ctx,
  registry: Registry,
  columns: readonly Column[],
  rows: readonly (CsvRow & { names: ReadonlyMap<string, string> })[],
): Promise<void> {
  for (const { name, field } of columns.filter(({ by }) => by === 'label')) {
    const target = registry.get(field.to ?? '')
    const label = target?.contract.label
    if (!target || !label) continue
    const open = rows.filter((row) => row.values[name] === undefined || row.values[name] === null)
    const labels = open.map((row) => foldText(row.names.get(name) ?? '')).filter(Boolean)
    const idsByName = labels.length ? await idsByLabel(ctx, target, label, labels) : new Map<string, number[]>()
    for (const row of open) {
      const word = row.names.get(name)
      if (word === undefined) continue
      if (word === '') {
        if (field.nullable) row.values[name] = null
        continue
      }
      const [id, ...more] = idsByName.get(foldText(word)) ?? []
      if (id === undefined) addIssue(row.issues, name, `There is no “${cutText(word, 100)}”.`)
      else if (more.length) addIssue(row.issues, name, SEVERAL)
      else row.values[name] = id
    }
  }
}

async function idsByLabel(ctx: Ctx, target: Declaration, label: string, words: readonly string[]) {
  const { rows } = await sql<{ id: number; word: string }>`
    select t.id, core.folded(t.${sql.ref(label)}) as word from ${sql.table(`core.${target.contract.name}`)} t
    where core.folded(t.${sql.ref(label)}) = any (${[...new Set(words)]}::text[]) order by t.id`.execute(ctx.db)
  const idsByName = new Map<string, number[]>()
  for (const { id, word } of rows) push(idsByName, word, id)
  return idsByName
}

/**
 * Finds the record of each row without an id, by the collection's matching fields. Pairs equal rows and records one by
 * one, so that a repeated import finds the records that it created. One query for all rows.
 */
export async function matchRows(ctx: Ctx, declaration: Declaration, rows: readonly CsvRow[]): Promise<void> {
  const keys = declaration.matchBy
  const [first] = keys
  if (!first) return
  const open = rows.filter((row) => row.id === null && keys.every((key) => row.values[key] !== undefined))
  if (!open.length) return
  const field = fieldOf(declaration, first)
  const text = field?.kind === 'line' || field?.kind === 'text'
  const labels = [...new Set(open.map((row) => wire(row.values[first], text)))]
  const column = text ? sql`core.folded(t.${sql.ref(first)})` : sql`t.${sql.ref(first)}::text`
  const { rows: there } = await sql<{ row: Row & { id: number } }>`
    select row_to_json(t) as row from ${sql.table(`core.${declaration.contract.name}`)} t
    where ${column} = any (${labels}::text[]) order by t.id`.execute(ctx.db)
  const keyOf = (values: Row) => JSON.stringify(keys.map((key) => canonical(declaration, key, values[key])))
  const taken = new Set(rows.map(({ id }) => id))
  const records = new Map<string, number[]>()
  for (const { row } of there) if (!taken.has(row.id)) push(records, keyOf(row), row.id)
  const alike = new Map<string, CsvRow[]>()
  for (const row of open) push(alike, keyOf(row.values), row)
  for (const [key, group] of alike) {
    const ids = records.get(key) ?? []
    if (ids.length > group.length) for (const row of group) addIssue(row.issues, first, SEVERAL)
    else
      group.slice(0, ids.length).forEach((row, i) => {
        row.id = ids[i] ?? null
      })
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

const wire = (value: unknown, text: boolean) => (text ? foldText(String(value).trim()) : String(value))

function canonical(declaration: Declaration, name: string, value: unknown): unknown {
  const kind = fieldOf(declaration, name)?.kind
  if (kind === 'instant') return Date.parse(String(value))
  if (kind === 'line' || kind === 'text') return wire(value, true)
  return value
}
