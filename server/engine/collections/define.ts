import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import type { UnitCtx } from '#server/engine/access/unit-of-work.ts'
import type { Issues } from '#server/engine/kernel/errors.ts'
import type { Contract, Fields } from './contract.ts'

/**
 * Declares that writes of a collection leave something behind in others, whose fate their caller may choose: the coming shifts of somebody who is
 * deactivated. The hooks read the choice from `ctx.leftovers`, and note there what they did.
 */
export type LeftoverRule = {
  /** The name of the choice, in a body beside the fields and in the query of a removal. */
  name: string
  /** The first is taken where a call says nothing. */
  choices: readonly [string, ...string[]]
  /** Those that a removal leaves. */
  ofRemoval: readonly [string, ...string[]]
  /** The name of the number in an answer. */
  counted: string
  /** Describes the choice in the API. */
  description: string
  /** Counts what a removal of these records leaves behind. */
  count: (ctx: Ctx, ids: readonly number[]) => Promise<number>
  /** Undoes what a write did to its leftovers, as far as they still are so. @param rows what the hooks noted in `before` */
  takeBack: (ctx: UnitCtx, rows: readonly Row[]) => Promise<void>
  /** Undoes what a removal started for what it left behind. @param ids the restored records. @param since when they were removed */
  takeBackRemoved: (ctx: UnitCtx, ids: readonly number[], since: Date) => Promise<void>
}

/** A number over all the records of a bulk change, which its answer gives by its name. */
export type Total = { description: string; count: (ctx: Ctx, ids: readonly number[]) => Promise<number> }

/** The context of a piece of SQL. Its methods bind a value of the request and return the parameter's text. */
export type Scope = {
  /** The alias of the row. */
  t: string
  /** The alias of the row in the collection's view of facts, where that is joined. */
  facts?: string | undefined
  /** The id of the acting person; null for programs, so that a comparison with it is never true. */
  me(): string
  /** Whether the reader is an admin, or a program that acts as one: members see nothing unpublished. */
  admin(): string
  /** The current instant of the product's clock. */
  now(): string
  /** Today's date in the site's time zone. */
  today(): string
  /** The site's name. */
  organisation(): string
  /** The day of an instant in the site's time zone, as text (`Wed 3 Mar 2027`). */
  day(instant: string): string
}

/**
 * SQL text about one row. It becomes part of a prepared statement: values are bound by the scope, never put into the text.
 */
export type Sql = (q: Scope) => string

export type AllowedFields<K extends string> = 'all' | readonly K[]

export type ReadGrant<K extends string> = {
  /** The rows that exist for the reader; all of the site's unless given. */
  rows?: Sql
  fields: AllowedFields<K>
  /** Additional fields on the reader's own rows, which cannot be filtered or sorted by. */
  own?: { rows: Sql; fields: AllowedFields<K> }
}

export type Access<K extends string> = {
  read: ReadGrant<K> | null
  /** Fields that may be set; null where creating is forbidden. */
  create: AllowedFields<K> | null
  update: { rows?: Sql; fields: AllowedFields<K> } | null
  remove: boolean
}

export type NamedFilter = { adminOnly?: boolean } & (
  | { kind: 'flag'; sql: Sql }
  /** A day or an instant; a day means its first instant in the site's zone (`from`) or the next day's (`until`). */
  | { kind: 'moment'; edge: 'from' | 'until'; sql: (q: Scope, instant: string) => string }
  /** A day in the site's zone: its first instant, and the next day's. */
  | { kind: 'day'; sql: (q: Scope, from: string, until: string) => string }
  | { kind: 'ids'; sql: (q: Scope, ids: string) => string }
)

export type Row = Record<string, unknown>

/** One object of a write: the stored row and its new values. Instants are ISO text. */
export type Change = {
  /** Null on create. */
  before: (Row & { id: number }) | null
  /** The sent fields, checked. */
  given: Row
  /** The sent instructions of the contract, checked. */
  asked: Row
  /** All writable columns as they will be stored; `applyRules` may change them. */
  after: Row
  /** Messages by field; a change with any is refused. */
  issues: Issues
  /** Values that only the answer of this creation has: secrets, by the names of `reveals`. */
  reveal?: Row
}

/** The facts of a write before its records are read: `fields` may be changed. */
export type PlannedWrite = { fields: readonly string[] | 'all'; removal: boolean }

/** Updates of another collection that come with a change: `values` as of its own call. */
export type CarriedUpdate = { collection: string; values: readonly (Row & { id: number })[] }

export type Hooks = {
  /** Called before the records of an update or a removal are locked: for a lock that must precede those of rows. */
  beforeWrite?: (ctx: Ctx, what: PlannedWrite) => Promise<void>
  /**
   * Called before a create or update is stored: derives fields from the input, and adds to `issues`. It is short, and only
   * reads from the database.
   */
  applyRules?: (ctx: Ctx, changes: readonly Change[]) => void | Promise<void>
  /**
   * Called before a write with the ids of an update or a removal, none for a create; its result is called after the write
   * with the written ids.
   */
  aroundWrite?: (
    ctx: UnitCtx,
    ids: readonly number[],
  ) => Promise<((ids: readonly number[]) => Promise<void>) | undefined>
  /** Whether a write may notify people, so that a preview says whom. */
  notifies?: boolean
  /**
   * Called before an update is stored: the updates of other records that are made with it, by the rules of their collections, and undone
   * with it.
   */
  carries?: (ctx: Ctx, changes: readonly Change[]) => Promise<readonly CarriedUpdate[]>
  /** What the removal of a record ends that is no record, by name: it is asked about as records are. */
  ends?: (row: Row) => Readonly<Record<string, number>>
  /** Refuses a removal by throwing. `all` are the ids of the whole removal. */
  beforeRemove?: (ctx: Ctx, row: Row & { id: number }, all: readonly number[]) => void | Promise<void>
}

export type Declaration = {
  contract: Contract
  admin: Access<string>
  user: Access<string>
  computed: Record<string, Sql>
  /** A view of the table that has further fields: it is joined to a record, and asked where one of these filters or sorts. */
  facts: { view: string; fields: readonly string[] } | undefined
  /** The display name of a record, in selects, filters and previews. */
  displayName: Sql
  /** The sort key of a field, when it is neither its own value nor its lower-case text. */
  sorted: Record<string, Sql>
  filters: Record<string, NamedFilter>
  /** The field that `from` and `to` bound where records have no start and end: the date by which they are sorted. */
  dated: string | null
  /** The records that a member may pick in a select; undefined for all. */
  visibleOnly: Sql | undefined
  /** Columns that only `applyRules` sets. */
  privateColumns: readonly string[]
  /** Columns that the database clears with a reference, by its column: an undo that restores it restores them too. */
  clearedWith: Readonly<Record<string, readonly string[]>>
  hooks: Hooks
  /** What its writes leave behind in other collections. */
  leftovers: LeftoverRule | undefined
  totals: Readonly<Record<string, Total>>
  /** The names under which the answer of a creation shows a secret, once. */
  reveals: readonly string[]
  /** The job to wake after each committed write. */
  wakes: WakeUp | undefined
  /** The collection's Markdown field, which is rendered after a write. */
  markdown: string | undefined
  /** The fields that match a row of a file without an id to its record: the label unless given. */
  matchBy: readonly string[]
  /** Fields that an API key can never set or change. */
  notForKeys: readonly string[]
  /** Fields that are set by reading, such as when a request was opened: a change of these makes no entry in the audit log. */
  unlogged: readonly string[]
  /** False keeps values out of the audit log (personal data); the names of changed fields are always logged. */
  auditValues: boolean
}

type Options<K extends string> = {
  access?: { admin?: Partial<Access<K>>; user?: Partial<Access<K>> }
  computed?: { [key in K]?: Sql }
  facts?: { view: string; fields: readonly K[] }
  /** The naming field unless given, for collections without one or whose names are not unique. */
  displayName?: Sql
  sorted?: { [key in K]?: Sql }
  filters?: Record<string, NamedFilter>
  /** Filters named `start` and `end` bound the window, as `from` and `to` do, and are not the fields' own. */
  windowByFields?: boolean
  visibleOnly?: Sql
  privateColumns?: readonly string[]
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
 * Declares a collection. An admin may do everything and a member nothing unless `access` is given; read-only fields of the
 * contract stay read-only for everybody.
 */
export function defineCollection<F extends Fields>(
  contract: Contract<F>,
  options: Options<keyof F & string> = {},
): Declaration {
  return {
    contract: contract as unknown as Contract,
    admin: { ...EVERYTHING, ...options.access?.admin },
    user: { ...NOTHING, ...options.access?.user },
    computed: (options.computed ?? {}) as Record<string, Sql>,
    facts: options.facts,
    displayName: options.displayName ?? labelOf(contract),
    sorted: (options.sorted ?? {}) as Record<string, Sql>,
    filters: { ...windowFilters(contract.fields, options), ...options.filters },
    dated: hasWindow(contract.fields) ? null : datedBy(contract),
    visibleOnly: options.visibleOnly ?? ('archived' in contract.fields ? ({ t }) => `not ${t}.archived` : undefined),
    privateColumns: options.privateColumns ?? [],
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

const hasWindow = (fields: Fields) => Boolean(fields.start && fields.end)

const datedBy = ({ fields, sort: [first = ''] }: Pick<Contract, 'fields' | 'sort'>): string | null => {
  const name = first.replace(/^-/, '')
  return fields[name]?.kind === 'instant' || fields[name]?.kind === 'date' ? name : null
}

/**
 * The filters of every collection whose records have a `start` and an `end`: those of a window that they overlap, and of a day.
 * A record without length belongs to the window that it starts in.
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

/** Builds the display name from the naming field, or else from the number. */
export const labelOf =
  ({ label, singular }: { label: string | null; singular: string }): Sql =>
  ({ t }) => {
    const numbered = `'${singular} ' || ${t}.id`
    return label ? `coalesce(nullif(${t}."${label}", ''), ${numbered})` : `(${numbered})`
  }
