import { sql } from 'kysely'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { isZone } from '#server/engine/kernel/days/zone.ts'
import { DomainError, forbidden, type Issues, invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { DecodedCsv } from '#server/engine/parsing/csv-file-contract.ts'
import type { ManyRecords } from './bulk.ts'
import { unescapeFormula, valueOfCell } from './csv-cells.ts'
import { columnsOfHeader, ZONE_COLUMN } from './csv-columns.ts'
import { type CsvRow, matchRows, resolveNames } from './csv-match.ts'
import { type PlannedRow, planRows } from './csv-plan.ts'
import type { Declaration, Row } from './define.ts'
import { displayNamesIn, displayNamesOf } from './display-names.ts'
import { addIssue, hasIssues } from './issues.ts'
import { leftoverCount, withChoice } from './leftovers.ts'
import type { NotificationPreview } from './notification-preview-contract.ts'
import { previewRecipients, withUndoWindow } from './notifications.ts'
import { accessOf, type Registry, writerFor } from './reading.ts'
import type { Undo } from './trash.ts'
import { shownDifferences } from './write-input.ts'

const SHOWN = 200

export type CsvItem = {
  row: number
  action: 'create' | 'update' | 'same' | 'error'
  id: number | null
  label: string
  changes: Record<string, [unknown, unknown]>
  messages: Issues
}

export type CsvAnswer = {
  rows: number
  created: number
  changed: number
  unchanged: number
  errors: number
  /** Only in a preview, for collections whose writes may notify people. */
  notifies?: NotificationPreview
  columns: string[]
  ignored: string[]
  items: CsvItem[]
  names: Record<string, Record<string, string>>
  /** Valid for a day; absent in a preview and when nothing changed. */
  undo?: Undo
}

/** Excludes collections that reveal a secret or whose records cannot be created. */
export const importable = (declaration: Declaration) => declaration.admin.create !== null && !declaration.reveals.length

/** @throws DomainError 'forbidden', 'not_found'. */
export function requireImporting({ actor }: Pick<Ctx, 'actor'>, declaration: Declaration): void {
  if (writerFor(actor) !== 'admin') throw forbidden()
  if (!importable(declaration)) throw notFound()
}

/**
 * Imports a parsed CSV file (docs/api.md, "CSV import"). `preview` stores nothing.
 * @throws DomainError 'invalid' with `file` for an unreadable file, and with the whole result when rows have errors.
 */
export async function importCsv(
  { ctx: asked, registry, writer, declaration, notifications }: ManyRecords,
  file: DecodedCsv,
  { preview }: { preview: boolean },
): Promise<CsvAnswer> {
  requireImporting(asked, declaration)
  const ctx = withChoice(asked, declaration, undefined)
  await sql`savepoint before_csv`.execute(ctx.db)
  const { known, ignored, rows } = await read(ctx, registry, declaration, file)
  const planned = await planRows(ctx, writer, declaration, rows)
  const answer = await answerOf(
    ctx,
    registry,
    declaration,
    planned,
    known.map(({ header }) => header),
    ignored,
  )
  const changes = planned.flatMap(({ change }) => change ?? [])
  if (preview) {
    const notifies = answer.errors
      ? {}
      : await previewRecipients(notifications, ctx, declaration, (previewCtx) =>
          writer.storeWithUndo(previewCtx, declaration, changes),
        )
    await sql`rollback to savepoint before_csv`.execute(ctx.db)
    return { ...answer, ...notifies, ...leftoverCount(ctx, declaration) }
  }
  if (answer.errors) {
    const message = answer.errors === 1 ? 'One row has errors.' : `${answer.errors} rows have errors.`
    throw new DomainError('invalid', message, { issues: { file: [message] }, body: answer })
  }
  const { undo } = await writer.storeWithUndo(withUndoWindow(notifications, ctx), declaration, changes)
  const { rows: count, created, changed } = answer
  const { name } = declaration.contract
  await audit(ctx, { action: `${name}.import`, subject: name, details: { rows: count, created, changed } })
  return { ...answer, ...leftoverCount(ctx, declaration), ...(undo && { undo }) }
}

async function read(ctx: Ctx, registry: Registry, declaration: Declaration, file: DecodedCsv) {
  if (file.problems.length) throw invalid({ file: file.problems.map(({ message }) => message) })
  const { create, update } = accessOf(declaration, 'admin')
  const may = (fields: typeof create | undefined, name: string) => fields === 'all' || (fields ?? []).includes(name)
  const { known, ignored, twice, zoneAt } = columnsOfHeader(
    registry,
    declaration,
    file.header,
    (name) => may(create, name) || may(update?.fields, name),
  )
  if (twice.length) throw invalid({ file: [`Two columns mean the same thing: ${twice.join(', ')}.`] })
  if (!known.some(({ by }) => by !== 'id')) throw invalid({ file: ['No column is named after a field.'] })
  const rows = file.rows.map(({ line, cells }) => {
    const values: Row = {}
    const names = new Map<string, string>()
    const row: CsvRow & { names: Map<string, string> } = { line, id: null, values, names, issues: {} }
    const zone = (zoneAt < 0 ? '' : (cells[zoneAt]?.trim() ?? '')) || ctx.site.timezone
    const isNamed = isZone(zone)
    if (!isNamed) addIssue(row.issues, ZONE_COLUMN, 'Not a time zone.')
    for (const { at, name, field, by } of known) {
      const cell = cells[at] ?? ''
      if (by === 'label') names.set(name, unescapeFormula(cell).trim())
      else {
        const value = valueOfCell(cell, field, isNamed ? zone : ctx.site.timezone)
        if (by === 'value') values[name] = value
        else if (Number.isSafeInteger(value) && Number(value) > 0) row.id = Number(value)
        else if (value !== undefined) addIssue(row.issues, 'id', 'Must be an id.')
      }
    }
    return row
  })
  await resolveNames(ctx, registry, known, rows)
  await matchRows(ctx, declaration, rows)
  return { known, ignored, rows }
}

async function answerOf(
  ctx: Ctx,
  registry: Registry,
  declaration: Declaration,
  planned: readonly PlannedRow[],
  columns: string[],
  ignored: string[],
): Promise<CsvAnswer> {
  const items = planned.map(({ row, change }): CsvItem => {
    const changes = change ? shownDifferences(declaration, change) : {}
    const failed = hasIssues(row.issues)
    const action = failed ? 'error' : !change?.before ? 'create' : Object.keys(changes).length ? 'update' : 'same'
    return {
      row: row.line,
      action,
      id: row.id,
      label: String(row.values[declaration.contract.label ?? ''] ?? ''),
      changes: failed ? {} : changes,
      messages: row.issues,
    }
  })
  const count = (action: CsvItem['action']) => items.filter((item) => item.action === action).length
  const shown = [
    ...items.filter(({ action }) => action === 'error'),
    ...items.filter(({ action }) => action !== 'error'),
  ].slice(0, SHOWN)
  const labels = await displayNamesOf(
    ctx,
    declaration,
    shown.flatMap(({ id }) => id ?? []),
  )
  return {
    rows: items.length,
    created: count('create'),
    changed: count('update'),
    unchanged: count('same'),
    errors: count('error'),
    columns,
    ignored,
    items: shown.map((item) => ({ ...item, label: labels[item.id ?? 0] ?? item.label })),
    names: await displayNamesIn(
      ctx,
      registry,
      declaration,
      shown.map(({ changes }) => changes),
    ),
  }
}
