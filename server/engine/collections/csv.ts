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

/** Rows per read; bounds the memory of an export. */
const CHUNK = 4000
/**
 * Chunks that are read ahead of writing, each on a separate connection for the duration of its query; a slow client
 * holds none. The caller's `withDb` bounds the connections of all exports.
 */
const AHEAD = 2
const WRITTEN = 1000

export const csvFileName = (declaration: Declaration) => `${declaration.contract.name}-export.csv`

/**
 * Writes an export: byte-order mark, a header of the keys, RFC 4180. Times are wall times of the site's zone, which the
 * last column names. Reads rows by a fixed list of ids, so that concurrent changes neither repeat nor skip a row; a
 * cursor would hold its connection for a slow reader. Audited.
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
    // The read-ahead may fail before it is awaited, or unawaited.
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

type Chunk = { rows: (string | null)[][]; walls: Record<string, string> }

const columnsOf = (registry: Registry, declaration: Declaration, standing: Standing): Path[] =>
  Object.entries(declaration.contract.fields)
    .flatMap(([key, { kind, to = '' }]) => {
      const label = kind === 'relation' && registry.get(to)?.contract.label
      return kind === 'json' ? [] : label ? [key, `${key}/${label}`] : [key]
    })
    .flatMap((key) => findPath(registry, declaration, standing, key) ?? [])

const hasInstants = (columns: readonly Path[]) => columns.some(({ field }) => field.kind === 'instant')

/** Kinds without text that a spreadsheet would run. */
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
 * Reads a chunk as one JSON text, which parses many times faster than arrays. Joins related records, so that each is
 * looked up once, and converts each instant once, since the rows of a list share many.
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
