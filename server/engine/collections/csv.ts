import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { wallClockSql } from '#server/engine/kernel/db/instant-sql.ts'
import type { Access } from '#server/engine/kernel/db/transaction.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { createBindings, type Statement } from './bindings.ts'
import { escapeFormula } from './csv-cells.ts'
import { ZONE_COLUMN } from './csv-columns.ts'
import type { Declaration } from './define.ts'
import type { Kind } from './field-contract.ts'
import { accessOf, fieldOf, findPath, type Path, type Registry, type Standing, sqlOf } from './reading.ts'
import { requestValues, runStatement } from './run.ts'

export type WithDb = <T>(access: Access, work: (db: SiteDb) => Promise<T>) => Promise<T>

export type ExportCtx = Pick<Ctx, 'site' | 'actor' | 'clock'> & { withDb: WithDb }

/** How many rows are read at a time, so that an export of any length takes little memory. */
const CHUNK = 4000
/**
 * How many chunks are read while an earlier one is written. Each is read on a connection of its own, for as long as PostgreSQL needs for it;
 * a slow client holds none. The caller's `withDb` bounds how many connections all exports have together.
 */
const AHEAD = 2
/** How many rows are written at a time. */
const WRITTEN = 1000

/** The name of the file. */
export const csvFileName = (declaration: Declaration) => `${declaration.contract.name}-export.csv`

/**
 * Writes an export: byte-order mark, a header of the keys, RFC 4180. Times are on the wall clock of the site's zone, which the
 * last column names. The ids of all matches are fixed first and the rows read
 * by them, so that concurrent changes neither repeat nor skip a row; a cursor would keep its connection for as long as the reader takes. The export is recorded in the audit log.
 */
export async function csvRows(
  ctx: ExportCtx,
  registry: Registry,
  declaration: Declaration,
  standing: Standing,
  matching: (db: SiteDb) => Promise<number[]>,
): Promise<AsyncIterable<string>> {
  const { name } = declaration.contract
  const columns = columnsOf(registry, declaration, standing)
  const statement = chunkStatement(registry, declaration, standing, columns)
  const ids = await ctx.withDb('write', async (db) => {
    const found = await matching(db)
    await audit({ ...ctx, db }, { action: `${name}.export`, subject: name, details: { count: found.length } })
    return found
  })
  const read = (at: number) => {
    const rows = ctx.withDb('read', (db) =>
      runStatement<Chunk>(db, statement, {
        ...requestValues(ctx),
        ids: ids.slice(at, at + CHUNK),
      }),
    )
    // The read ahead may fail before it is awaited, or when nobody awaits it any more.
    rows.catch(() => {})
    return rows
  }
  async function* pieces() {
    yield `\ufeff${[...columns.map(({ name }) => name), ...(hasInstants(columns) ? [ZONE_COLUMN] : [])].join(',')}\r\n`
    const worded = columns.map(({ field }) => !PLAIN.has(field.kind))
    const instants = columns.flatMap(({ field }, i) => (field.kind === 'instant' ? [i] : []))
    const coming: ReturnType<typeof read>[] = []
    let next = 0
    const readAhead = () => {
      for (; coming.length < AHEAD && next < ids.length; next += CHUNK) coming.push(read(next))
    }
    for (;;) {
      readAhead()
      const found = (await coming.shift())?.[0]
      if (!found) return
      readAhead()
      for (let from = 0; from < found.rows.length; from += WRITTEN) {
        let text = ''
        for (const cells of found.rows.slice(from, from + WRITTEN)) {
          for (const i of instants) cells[i] = found.walls[cells[i] ?? ''] ?? null
          text += csvLine(cells, worded)
        }
        yield text
      }
    }
  }
  return pieces()
}

/** `walls` has the wall clock of each instant among the cells, by how the cell spells it. */
type Chunk = { rows: (string | null)[][]; walls: Record<string, string> }

/** Lists the columns: all fields but settings, and for a relation also the name of its record, where that has one. */
const columnsOf = (registry: Registry, declaration: Declaration, standing: Standing): Path[] =>
  Object.entries(declaration.contract.fields)
    .flatMap(([key, { kind, to = '' }]) => {
      const label = kind === 'relation' && registry.get(to)?.contract.label
      return kind === 'json' ? [] : label ? [key, `${key}/${label}`] : [key]
    })
    .flatMap((key) => findPath(registry, declaration, standing, key) ?? [])

const hasInstants = (columns: readonly Path[]) => columns.some(({ field }) => field.kind === 'instant')

/** Kinds whose cells hold only digits and the signs of numbers and times, and never text that a spreadsheet would run. */
const PLAIN: ReadonlySet<Kind> = new Set(['id', 'integer', 'number', 'boolean', 'instant', 'date', 'relation'])

const SPECIAL = /[",\r\n]/

/** Writes a record of RFC 4180; null is an empty cell. Only text cells may need quotes or an apostrophe. */
export function csvLine(cells: readonly (string | null)[], worded: readonly boolean[]): string {
  let line = ''
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? ''
    line += `${i ? ',' : ''}${worded[i] ? quoted(escapeFormula(cell)) : cell}`
  }
  return `${line}\r\n`
}

const quoted = (cell: string) => (SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Reads all rows of a chunk as one JSON text, which parses many times faster than as many arrays. Related records are joined,
 * so that each is looked up once; each instant is put on the wall clock once, since the rows of a list share many.
 */
function chunkStatement(
  registry: Registry,
  declaration: Declaration,
  standing: Standing,
  columns: readonly Path[],
): Statement {
  const { bind, scope, statement } = createBindings()
  const view = declaration.facts?.view
  const q = { ...scope('t'), ...(view && { facts: 'f' }) }
  const ids = bind('ids', 'bigint[]', (values) => values.ids)
  const joins = new Map<string, string>()
  const shown = (column: Path): string => {
    const [relation = '', inner] = column.name.split('/')
    const target = registry.get(fieldOf(declaration, relation)?.to ?? '')
    if (inner === undefined || !target) return column.value(q)
    const r = scope(`r_${relation}`)
    const rows = accessOf(target, standing).read?.rows?.(r)
    joins.set(
      relation,
      `left join core."${target.contract.name}" ${r.t} on ${r.t}.id = ${sqlOf(declaration, relation, q)}${rows ? ` and (${rows})` : ''}`,
    )
    return sqlOf(target, inner, r)
  }
  const zone = hasInstants(columns) ? bind('zone', 'text', (values) => values.zone) : ''
  const values = columns.map((column, i) => `${cell(column, shown(column))} as c${i}`)
  const cells = [...columns.map((_column, i) => `c${i}::text`), ...(zone ? [zone] : [])]
  const instants = columns.flatMap(({ field }, i) => (field.kind === 'instant' ? [`(c${i})`] : []))
  const own = accessOf(declaration, standing).read?.rows?.(q)
  const walls = `(select json_object_agg(w.v::text, ${wallClockSql('w.v', zone)})
    from (select distinct x.v from page cross join lateral (values ${instants}) x (v) where x.v is not null) w)`
  return statement(
    `with page as materialized (
      select i.at, ${values}
      from unnest(${ids}) with ordinality i (id, at) join core."${declaration.contract.name}" t on t.id = i.id${view ? ` join core."${view}" f on f.site_id = t.site_id and f.id = t.id` : ''}
      ${[...joins.values()].join('\n      ')}${own ? ` where ${own}` : ''})
    select (select coalesce(json_agg(array[${cells}]::text[] order by at), '[]') from page) as rows,
      ${zone ? `coalesce(${walls}, '{}')` : `'{}'::json`} as walls`,
  )
}

/** Selects a cell, which is cast to text later; an instant stays one. */
function cell(path: Path, value: string): string {
  switch (path.field.kind) {
    case 'instant':
      return value
    case 'words':
      return `array_to_string(array(select case when w ~ '[",]' then '"' || replace(w, '"', '""') || '"' else w end from unnest(${value}) w), ', ')`
    case 'relations':
      return `array_to_string(${value}, ',')`
    default:
      return `(${value})::text`
  }
}
