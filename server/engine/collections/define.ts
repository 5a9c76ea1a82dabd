import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import type { UnitCtx } from '#server/engine/access/unit-of-work.ts'
import type { Issues } from '#server/engine/kernel/errors.ts'
import type { Contract, Fields } from './contract.ts'

/**
 * Declares leftovers of writes in other collections, whose fate the caller may choose, such as the coming shifts of a
 * deactivated person. Hooks read the choice from `ctx.leftovers` and note there what they did.
 */
export type LeftoverRule = {
  /** The key of the choice in a body beside the fields, and in the query of a removal. */
  name: string
  /** The first is the default. */
  choices: readonly [string, ...string[]]
  ofRemoval: readonly [string, ...string[]]
  counted: string
  description: string
  count: (ctx: Ctx, ids: readonly number[]) => Promise<number>
  /** Reverts a write's effect on leftovers that are unchanged since. @param rows what the hooks noted in `before` */
  takeBack: (ctx: UnitCtx, rows: readonly Row[]) => Promise<void>
  /**
   * Reverts what a removal started for its leftovers. @param ids the restored records. @param since when they were
   * removed
   */
  takeBackRemoved: (ctx: UnitCtx, ids: readonly number[], since: Date) => Promise<void>
}

export type Total = { description: string; count: (ctx: Ctx, ids: readonly number[]) => Promise<number> }

/** Context of an SQL fragment. Its methods bind a value of the request and return the parameter's text. */
export type Scope = {
  t: string
  /** The alias in the collection's view of facts, if joined. */
  facts?: string | undefined
  /** The acting person's id; null for programs, so that no comparison with it is true. */
  me(): string
  /** True for admins and programs; members see nothing unpublished. */
  admin(): string
  now(): string
  today(): string
  organisation(): string
  /** The day of an instant in the site's time zone, as text (`Wed 3 Mar 2027`). */
  day(instant: string): string
}

/** SQL text about one row, part of a prepared statement: bind values by the scope, never interpolate them. */
export type Sql = (q: Scope) => string

export type AllowedFields<K extends string> = 'all' | readonly K[]

export type ReadGrant<K extends string> = {
  rows?: Sql
  fields: AllowedFields<K>
  /** Additional fields on the reader's own rows; not filterable or sortable. */
  own?: { rows: Sql; fields: AllowedFields<K> }
}

export type Access<K extends string> = {
  read: ReadGrant<K> | null
  create: AllowedFields<K> | null
  update: { rows?: Sql; fields: AllowedFields<K> } | null
  remove: boolean
}

export type NamedFilter = { adminOnly?: boolean } & (
  | { kind: 'flag'; sql: Sql }
  /** A day means its first instant in the site's zone (`from`) or the next day's (`until`). */
  | { kind: 'moment'; edge: 'from' | 'until'; sql: (q: Scope, instant: string) => string }
  /** A day in the site's zone: its first instant, and the next day's. */
  | { kind: 'day'; sql: (q: Scope, from: string, until: string) => string }
  | { kind: 'ids'; sql: (q: Scope, ids: string) => string }
)

export type Row = Record<string, unknown>

/** One object of a write. Instants are ISO text. */
export type Change = {
  before: (Row & { id: number }) | null
  given: Row
  asked: Row
  /** All writable columns to be stored; `applyRules` may change them. */
  after: Row
  /** Messages by field; any of them refuses the change. */
  issues: Issues
  /** Secrets for the response of this creation, by the names of `reveals`. */
  reveal?: Row
}

/** A table with one row for each id of a list, `owner` being the record and `member` the id, so that keys protect both. */
export type LinkTable = { table: string; owner: string; member: string }

export type PlannedWrite = { fields: readonly string[] | 'all'; removal: boolean }

/** Updates of another collection that come with a change: `values` as in its calls. */
export type CarriedUpdate = { collection: string; values: readonly (Row & { id: number })[] }

export type Hooks = {
  /** Called before the records of an update or removal are locked, for a lock that must precede those of rows. */
  beforeWrite?: (ctx: Ctx, what: PlannedWrite) => Promise<void>
  /** Called before a create or update is stored: derives fields and adds to `issues`. Must be short and only read. */
  applyRules?: (ctx: Ctx, changes: readonly Change[]) => void | Promise<void>
  /**
   * Called before a write with the ids of an update or removal, none for a create. The returned function is called
   * after the write with the written ids.
   */
  aroundWrite?: (
    ctx: UnitCtx,
    ids: readonly number[],
  ) => Promise<((ids: readonly number[]) => Promise<void>) | undefined>
  notifies?: boolean
  /** Whether a removal changes shifts, which settle after the undo window, and notifies no one. */
  reachesShifts?: boolean
  /** Returns the updates of other records that an update carries, by their collections' rules; undone together. */
  carries?: (ctx: Ctx, changes: readonly Change[]) => Promise<readonly CarriedUpdate[]>
  /** Counts what the removal of a record ends that is no record, by name; confirmed like records. */
  ends?: (row: Row) => Readonly<Record<string, number>>
  /** Throws to refuse a removal; `all` are the ids of the whole removal. */
  beforeRemove?: (ctx: Ctx, row: Row & { id: number }, all: readonly number[]) => void | Promise<void>
  /** Called before records are deleted, with all that go, whichever collection's removal reaches them. */
  beforeDelete?: (ctx: Ctx, ids: readonly number[]) => Promise<void>
}

export type Declaration = {
  contract: Contract
  admin: Access<string>
  user: Access<string>
  computed: Record<string, Sql>
  /** Lists of ids that are rows of a table of their own, by field. */
  linked: Readonly<Record<string, LinkTable>>
  /** A view with further fields: joined to a record, and queried where one of these filters or sorts. */
  facts: { view: string; fields: readonly string[] } | undefined
  displayName: Sql
  sorted: Record<string, Sql>
  filters: Record<string, NamedFilter>
  /** The date that `from` and `to` bound where records have no start and end. */
  dated: string | null
  /** Records that a member may pick in a select; undefined for all. */
  visibleOnly: Sql | undefined
  /** Selects offer what comes next first and the past last, by start and end; `type` is the column of their type. */
  byTime: { type: string } | undefined
  /** Columns that only `applyRules` sets. */
  privateColumns: readonly string[]
  /** Field and message of the refusal, by the name of a constraint or unique index. */
  refusals: Readonly<Record<string, readonly [field: string, message: string]>>
  /** Columns that the database clears with a reference, by its column; an undo restores them together. */
  clearedWith: Readonly<Record<string, readonly string[]>>
  hooks: Hooks
  leftovers: LeftoverRule | undefined
  totals: Readonly<Record<string, Total>>
  /** Secrets in the response of a creation. */
  reveals: readonly string[]
  wakes: WakeUp | undefined
  markdown: string | undefined
  /** Fields that match a row of a file without an id; default: the label. */
  matchBy: readonly string[]
  notForKeys: readonly string[]
  /** Fields that reading sets, such as when a request was opened; not logged. */
  unlogged: readonly string[]
  /** False keeps values (personal data) out of the audit log; field names are always logged. */
  auditValues: boolean
}

type Options<K extends string> = {
  access?: { admin?: Partial<Access<K>>; user?: Partial<Access<K>> }
  computed?: { [key in K]?: Sql }
  linked?: { [key in K]?: LinkTable }
  facts?: { view: string; fields: readonly K[] }
  /** For collections without a naming field or with ambiguous names. */
  displayName?: Sql
  sorted?: { [key in K]?: Sql }
  filters?: Record<string, NamedFilter>
  /** Filters `start` and `end` bound the window, as `from` and `to` do, instead of the fields. */
  windowByFields?: boolean
  visibleOnly?: Sql
  byTime?: { type: K }
  privateColumns?: readonly string[]
  refusals?: Declaration['refusals']
  clearedWith?: { [key in K]?: readonly string[] }
  hooks?: Hooks
  leftovers?: LeftoverRule
  totals?: Record<string, Total>
  reveals?: readonly string[]
  wakes?: WakeUp
  markdown?: K
  matchBy?: readonly K[]
  notForKeys?: readonly K[]
  unlogged?: readonly K[]
  auditValues?: boolean
}

const EVERYTHING: Access<string> = { read: { fields: 'all' }, create: 'all', update: { fields: 'all' }, remove: true }
const NOTHING: Access<string> = { read: null, create: null, update: null, remove: false }

/**
 * Declares a collection. By default an admin may do everything and a member nothing; read-only fields stay read-only
 * for everyone.
 */
export function defineCollection<F extends Fields>(
  contract: Contract<F>,
  options: Options<keyof F & string> = {},
): Declaration {
  const linked = (options.linked ?? {}) as Record<string, LinkTable>
  return {
    contract: contract as unknown as Contract,
    admin: { ...EVERYTHING, ...options.access?.admin },
    user: { ...NOTHING, ...options.access?.user },
    computed: { ...(options.computed as Record<string, Sql>), ...linkedLists(linked) },
    linked,
    facts: options.facts,
    displayName: options.displayName ?? labelOf(contract),
    sorted: (options.sorted ?? {}) as Record<string, Sql>,
    filters: { ...windowFilters(contract.fields, options), ...options.filters },
    dated: hasWindow(contract.fields) ? null : datedBy(contract),
    visibleOnly: options.visibleOnly ?? ('archived' in contract.fields ? ({ t }) => `not ${t}.archived` : undefined),
    byTime: options.byTime,
    privateColumns: options.privateColumns ?? [],
    refusals: options.refusals ?? {},
    clearedWith: (options.clearedWith ?? {}) as Record<string, readonly string[]>,
    hooks: options.hooks ?? {},
    leftovers: options.leftovers,
    totals: options.totals ?? {},
    reveals: options.reveals ?? [],
    wakes: options.wakes,
    markdown: options.markdown,
    matchBy: options.matchBy ?? (contract.label ? [contract.label] : []),
    notForKeys: options.notForKeys ?? [],
    unlogged: options.unlogged ?? [],
    auditValues: options.auditValues ?? true,
  }
}

const linkedLists = (linked: Readonly<Record<string, LinkTable>>): Record<string, Sql> =>
  Object.fromEntries(
    Object.entries(linked).map(([name, { table, owner, member }]): [string, Sql] => [
      name,
      ({ t }) =>
        `array(select l."${member}" from core."${table}" l where l.site_id = ${t}.site_id and l."${owner}" = ${t}.id order by l.id)`,
    ]),
  )

const hasWindow = (fields: Fields) => Boolean(fields.start && fields.end)

const datedBy = ({ fields, sort: [first = ''] }: Pick<Contract, 'fields' | 'sort'>): string | null => {
  const name = first.replace(/^-/, '')
  return fields[name]?.kind === 'instant' || fields[name]?.kind === 'date' ? name : null
}

/**
 * Filters of collections with `start` and `end`: a window that records overlap, and a day. A record without length
 * belongs to the window that it starts in.
 */
function windowFilters(
  fields: Fields,
  { computed = {}, windowByFields }: Pick<Options<string>, 'computed' | 'windowByFields'>,
): Record<string, NamedFilter> {
  if (!hasWindow(fields)) return {}
  const [start, end] = ['start', 'end'].map((name): Sql => computed[name] ?? (({ t }) => `${t}."${name}"`)) as [
    Sql,
    Sql,
  ]
  const endsAfter = (q: Scope, from: string) => `(${end(q)} > ${from} or ${start(q)} >= ${from})`
  const startsBefore = (q: Scope, until: string) => `${start(q)} < ${until}`
  const from: NamedFilter = { kind: 'moment', edge: 'from', sql: endsAfter }
  const to: NamedFilter = { kind: 'moment', edge: 'until', sql: startsBefore }
  return {
    from,
    to,
    on: { kind: 'day', sql: (q, from, until) => `${endsAfter(q, from)} and ${startsBefore(q, until)}` },
    ...(windowByFields && { start: from, end: to }),
  }
}

export const labelOf =
  ({ label, singular }: { label: string | null; singular: string }): Sql =>
  ({ t }) => {
    const numbered = `'${singular} ' || ${t}.id`
    return label ? `coalesce(nullif(${t}."${label}", ''), ${numbered})` : `(${numbered})`
  }
