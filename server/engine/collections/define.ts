import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import type { UnitCtx } from '#server/engine/access/unit-of-work.ts'
import type { Issues } from '#server/engine/kernel/errors.ts'
import type { Contract, Fields } from './contract.ts'

/** Where a piece of SQL stands. Its methods bind a value of the request and return the parameter's text. */
export type Scope = {
  /** Alias of the row that the piece is about. */
  t: string
  /** Id of the acting person; null for programs, so that a comparison with it is never true. */
  me(): string
  /** Whether the reader is an admin, or a program that acts as one: members learn nothing of what is not published. */
  admin(): string
  /** The current instant of the product's clock. */
  now(): string
  /** Today's date in the site's time zone. */
  today(): string
  /** The site's name. */
  organisation(): string
  /** An instant's day in the site's time zone, in words (`Wed 3 Mar 2027`). */
  day(instant: string): string
}

/** SQL text about one row. It is part of a prepared statement: values go in through the scope, never into the text. */
export type Sql = (q: Scope) => string

export type AllowedFields<K extends string> = 'all' | readonly K[]

export type ReadGrant<K extends string> = {
  /** Which rows exist for the reader; all of the site's unless given. */
  rows?: Sql
  fields: AllowedFields<K>
  /** More fields on rows that are the reader's own. They cannot be filtered or sorted by. */
  own?: { rows: Sql; fields: AllowedFields<K> }
}

export type Access<K extends string> = {
  read: ReadGrant<K> | null
  /** Fields that may be given; null where creating is forbidden. */
  create: AllowedFields<K> | null
  update: { rows?: Sql; fields: AllowedFields<K> } | null
  remove: boolean
}

export type NamedFilter = { adminOnly?: boolean } & (
  | { kind: 'flag'; sql: Sql }
  /** A day or an instant; a day means its first instant in the site's zone (`from`) or the next day's (`until`). */
  | { kind: 'moment'; edge: 'from' | 'until'; sql: (q: Scope, instant: string) => string }
  | { kind: 'ids'; sql: (q: Scope, ids: string) => string }
)

export type Row = Record<string, unknown>

/** One object of a write: the stored row and what it becomes. Instants are ISO text. */
export type Change = {
  /** Null on create. */
  before: (Row & { id: number }) | null
  /** The fields that were sent, checked. */
  given: Row
  /** All writable columns as they will be stored; `applyRules` may change them. */
  after: Row
  /** Messages by field; a change with any is refused. */
  issues: Issues
  /** What only the answer of this creation holds: secrets, by the names of `reveals`. */
  reveal?: Row
}

/** What a write is about to do, as far as it is known before its records are: `fields` are those that it may change. */
export type PlannedWrite = { fields: readonly string[] | 'all'; removal: boolean }

export type Hooks = {
  /** Called before the records of an update or a removal are locked: for a lock that comes before those of rows. */
  beforeWrite?: (ctx: Ctx, what: PlannedWrite) => Promise<void>
  /** Before a create or update is stored: fills what follows from the input, and adds to `issues`. Short and pure but for reads. */
  applyRules?: (ctx: Ctx, changes: readonly Change[]) => void | Promise<void>
  /**
   * Called before a write with the ids of an update or a removal, none for a create; its result is called after the write with
   * the written ids. What should happen once for several writes joins the unit of work (`joinUnit`).
   */
  aroundWrite?: (
    ctx: UnitCtx,
    ids: readonly number[],
  ) => Promise<((ids: readonly number[]) => Promise<void>) | undefined>
  /** May refuse a removal by throwing. `all` are the ids of the whole removal. */
  beforeRemove?: (ctx: Ctx, row: Row & { id: number }, all: readonly number[]) => void | Promise<void>
}

export type Declaration = {
  contract: Contract
  admin: Access<string>
  user: Access<string>
  computed: Record<string, Sql>
  /** The display name of a record, in selects, filters and previews. */
  displayName: Sql
  /** What a field is sorted by, where it is not its own value or its lower-case text. */
  sorted: Record<string, Sql>
  filters: Record<string, NamedFilter>
  /** What a member may pick in a select; undefined keeps everything. */
  visibleOnly: Sql | undefined
  /** Columns that only `applyRules` sets. */
  privateColumns: readonly string[]
  hooks: Hooks
  /** Names under which the answer of a creation shows a secret, once. */
  reveals: readonly string[]
  /** Asked for after each committed write. */
  wakes: WakeUp | undefined
  /** Its field of Markdown, which is rendered after it was written. */
  markdown: string | undefined
  /** Fields by which a row of a file finds its record when it has no id: the label unless given. */
  matchBy: readonly string[]
  /** Fields that an API key never gives or changes, whatever it holds. */
  notForKeys: readonly string[]
  /** False keeps values out of the audit log (personal data); the names of changed fields always enter it. */
  auditValues: boolean
}

type Options<K extends string> = {
  access?: { admin?: Partial<Access<K>>; user?: Partial<Access<K>> }
  computed?: { [key in K]?: Sql }
  /** Its naming field unless given: where that is not there, or does not tell two records apart. */
  displayName?: Sql
  sorted?: { [key in K]?: Sql }
  filters?: Record<string, NamedFilter>
  visibleOnly?: Sql
  privateColumns?: readonly string[]
  hooks?: Hooks
  reveals?: readonly string[]
  wakes?: WakeUp
  markdown?: K
  matchBy?: readonly K[]
  notForKeys?: readonly K[]
  auditValues?: boolean
}

const EVERYTHING: Access<string> = { read: { fields: 'all' }, create: 'all', update: { fields: 'all' }, remove: true }
const NOTHING: Access<string> = { read: null, create: null, update: null, remove: false }

/**
 * Declares a collection. An admin may do everything and a member nothing unless `access` says otherwise; what is read
 * only in the contract stays so for everybody.
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
    displayName: options.displayName ?? labelOf(contract),
    sorted: (options.sorted ?? {}) as Record<string, Sql>,
    filters: options.filters ?? {},
    visibleOnly: options.visibleOnly ?? ('archived' in contract.fields ? ({ t }) => `not ${t}.archived` : undefined),
    privateColumns: options.privateColumns ?? [],
    hooks: options.hooks ?? {},
    reveals: options.reveals ?? [],
    wakes: options.wakes,
    markdown: options.markdown,
    matchBy: options.matchBy ?? (contract.label ? [contract.label] : []),
    notForKeys: options.notForKeys ?? [],
    auditValues: options.auditValues ?? true,
  }
}

/** The display name by the naming field, or else by the number. */
export const labelOf =
  ({ label, singular }: { label: string | null; singular: string }): Sql =>
  ({ t }) => {
    const numbered = `'${singular} ' || ${t}.id`
    return label ? `coalesce(nullif(${t}."${label}", ''), ${numbered})` : `(${numbered})`
  }
