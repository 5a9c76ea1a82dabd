import type { Ctx } from '#server/engine/access/context.ts'
import type { CsvRow } from './csv-match.ts'
import type { Change, Declaration } from './define.ts'
import { addIssue } from './issues.ts'
import { accessOf } from './reading.ts'
import type { RecordWriter } from './records.ts'
import { itemOf, sameValue } from './write-input.ts'

/** `change` is null when the row's record was not found. */
export type PlannedRow = { row: CsvRow; change: Change | null }

/** Checks every row by the rules of a create or an update; stores nothing. */
export async function planRows(
  ctx: Ctx,
  writer: RecordWriter,
  declaration: Declaration,
  rows: readonly CsvRow[],
): Promise<PlannedRow[]> {
  const { create, update } = accessOf(declaration, 'admin')
  const stored = await writer.lockById(
    ctx,
    declaration,
    rows.flatMap(({ id }) => id ?? []),
  )
  const seen = new Set<number>()
  const items = rows.map((row) => {
    const before = row.id === null ? null : (stored.get(row.id) ?? null)
    if (row.id !== null && !before) addIssue(row.issues, 'id', 'Not found.')
    if (row.id !== null && seen.has(row.id)) addIssue(row.issues, 'id', 'Given more than once.')
    if (row.id !== null) seen.add(row.id)
    const allowed = row.id === null ? create : update?.fields
    const item = itemOf(
      declaration,
      allowed ?? [],
      { ...row.values, id: row.id ?? undefined },
      row.id === null ? 'create' : 'update',
    )
    for (const [name, value] of Object.entries(item.forbidden)) {
      if (!sameValue(declaration.contract.fields[name], value, before?.[name]) && value !== '')
        addIssue(item.issues, name, 'This cannot be changed here.')
    }
    // Drops unchanged values: importing a pending person's own row must not activate them.
    for (const [name, value] of Object.entries(before ? item.given : {}))
      if (sameValue(declaration.contract.fields[name], value, before?.[name])) delete item.given[name]
    for (const [name, messages] of Object.entries(row.issues)) for (const m of messages) addIssue(item.issues, name, m)
    return { row, item: { ...item, forbidden: {} } }
  })
  const usable = items.filter(({ row }) => row.id === null || stored.has(row.id))
  const fresh = usable.filter(({ row }) => row.id === null)
  const known = usable.filter(({ row }) => row.id !== null && seen.delete(row.id))
  const created = await writer.newChanges(
    ctx,
    declaration,
    fresh.map(({ item }) => item),
  )
  const changed = await writer.changesOf(
    ctx,
    declaration,
    known.map(({ item }) => item),
  )
  const changes = new Map<CsvRow, Change>()
  fresh.forEach(({ row }, i) => {
    if (created[i]) changes.set(row, created[i])
  })
  known.forEach(({ row }, i) => {
    if (changed[i]) changes.set(row, changed[i])
  })
  return items.map(({ row, item }) => {
    row.issues = item.issues
    return { row, change: changes.get(row) ?? null }
  })
}
