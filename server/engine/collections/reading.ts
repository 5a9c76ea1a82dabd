import type { Actor } from '#server/engine/access/actor.ts'
import { standingOf } from '#server/engine/access/actor.ts'
import { unauthenticated } from '#server/engine/access/permission.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import type { Access, AllowedFields, Declaration, Scope, Sql } from './define.ts'
import type { Field } from './field-contract.ts'

/** The rules that apply to a reader: programs that a site trusts act as its admins. */
export type Standing = 'admin' | 'user'

export type Registry = ReadonlyMap<string, Declaration>

/**
 * Returns the standing of an actor.
 * @throws DomainError 'unauthenticated' for nobody, 'forbidden' for a kiosk, which has only its own two calls.
 */
export function standingFor(actor: Actor): Standing {
  const standing = standingOf(actor)
  if (standing === 'nobody') throw unauthenticated(actor)
  if (standing === 'kiosk') throw forbidden()
  return standing === 'user' ? 'user' : 'admin'
}

/** As `standingFor`, and refuses an API key of scope `read`. */
export function writerFor(actor: Actor): Standing {
  if (actor.kind === 'key' && actor.scope !== 'write') throw forbidden('This key may only read.')
  return standingFor(actor)
}

export const accessOf = (declaration: Declaration, standing: Standing): Access<string> => declaration[standing]

/** Lists the allowed fields in the contract's order. */
export const allowedFields = (declaration: Declaration, allowed: AllowedFields<string>): string[] =>
  Object.keys(declaration.contract.fields).filter((name) => allowed === 'all' || allowed.includes(name))

/** Whether the standing may read the field, at least on its own rows. */
export function readsField(declaration: Declaration, standing: Standing, name: string): boolean {
  const read = accessOf(declaration, standing).read
  return [read?.fields, read?.own?.fields].some((fields) => fields === 'all' || fields?.includes(name))
}

export const fieldOf = (declaration: Declaration, name: string): Field | undefined =>
  Object.hasOwn(declaration.contract.fields, name) ? declaration.contract.fields[name] : undefined

/** Builds the SQL of a field's value: a column, or the expression of the declaration. */
export function sqlOf({ computed, facts }: Declaration, name: string, q: Scope): string {
  if (!facts?.fields.includes(name)) return computed[name]?.(q) ?? `${q.t}."${name}"`
  return q.facts ? `${q.facts}."${name}"` : `(select f."${name}" ${factsOf(facts.view, q)})`
}

/** Builds the SQL that finds a row in the view of facts, as `f`. */
export const factsOf = (view: string, { t }: Pick<Scope, 't'>): string =>
  `from core."${view}" f where f.site_id = ${t}.site_id and f.id = ${t}.id`

/** A field that filters, sorts and searches can use: of the collection itself, or one relation away (`person/name`). */
export type Path = {
  name: string
  field: Field
  nullable: boolean
  /** Whether only the reader's own rows have it. */
  own?: true
  /** Builds SQL that is true when the test of the field's value is. */
  where: (q: Scope, test: (value: string) => string) => string
  /** SQL of the field's value. */
  value: Sql
  /** SQL of the field's sort key. */
  sorted: Sql
}

/** Finds a path; null for an unknown field and for one that this standing may not read. */
export function findPath(registry: Registry, declaration: Declaration, standing: Standing, path: string): Path | null {
  const [first = '', second, ...rest] = path.split('/')
  if (rest.length) return null
  const field = readableField(declaration, standing, first)
  if (!field) return second === undefined ? findOwnPath(declaration, standing, path) : null
  if (second === undefined)
    return {
      name: path,
      field,
      nullable: field.nullable,
      where: (q, test) => test(sqlOf(declaration, first, q)),
      value: (q) => sqlOf(declaration, first, q),
      sorted: (q) => sortedBy(declaration, first, field, q),
    }
  const target = field.kind === 'relation' && field.to ? registry.get(field.to) : undefined
  const inner = target && readableField(target, standing, second)
  if (!target || !inner) return null
  const related = (q: Scope): Scope => ({ ...q, t: 'r', facts: undefined })
  const from = (r: Scope, condition: string) => {
    const rows = accessOf(target, standing).read?.rows?.(r)
    return `from core."${target.contract.name}" ${r.t} where ${condition}${rows ? ` and (${rows})` : ''}`
  }
  const its =
    (wanted: (r: Scope) => string): Sql =>
    (q) =>
      `(select ${wanted(related(q))} ${from(related(q), `r.id = ${sqlOf(declaration, first, q)}`)})`
  return {
    name: path,
    field: inner,
    nullable: true,
    where: (q, test) => {
      const r = related(q)
      return `${sqlOf(declaration, first, q)} in (select r.id ${from(r, test(sqlOf(target, second, r)))} ${ASKED_FIRST})`
    },
    value: its((r) => sqlOf(target, second, r)),
    sorted: its((r) => sortedBy(target, second, inner, r)),
  }
}

/** Finds a field that only the reader's own rows show: other rows match no test of it, and have no value to sort by. */
function findOwnPath(declaration: Declaration, standing: Standing, name: string): Path | null {
  const own = accessOf(declaration, standing).read?.own
  const field = own && (own.fields === 'all' || own.fields.includes(name)) ? fieldOf(declaration, name) : undefined
  if (!own || !field) return null
  const onOwn =
    (value: Sql): Sql =>
    (q) =>
      `case when ${own.rows(q)} then ${value(q)} end`
  return {
    name,
    field,
    nullable: true,
    own: true,
    where: (q, test) => `(${own.rows(q)} and ${test(sqlOf(declaration, name, q))})`,
    value: onOwn((q) => sqlOf(declaration, name, q)),
    sorted: onOwn((q) => sortedBy(declaration, name, field, q)),
  }
}

/**
 * Makes PostgreSQL evaluate a subquery by itself. It can only guess how many texts a folded pattern finds; if it merges the
 * two, it may walk the list in its order and fold the text of each row's related record.
 */
const ASKED_FIRST = 'offset 0'

function readableField(declaration: Declaration, standing: Standing, name: string): Field | null {
  const read = accessOf(declaration, standing).read
  if (!read || (read.fields !== 'all' && !read.fields.includes(name))) return null
  return fieldOf(declaration, name) ?? null
}

/** Sorts text in `order by` as people expect: É with E, Mark 2 before Mark 10. The baseline creates the collation. */
export const READING_ORDER = 'collate core.reading_order'

const sortedBy = (declaration: Declaration, name: string, field: Field, q: Scope): string => {
  const value = declaration.sorted[name]?.(q)
  if (value) return value
  const plain = sqlOf(declaration, name, q)
  return field.kind === 'line' || field.kind === 'text' ? `lower(${plain}) ${READING_ORDER}` : plain
}
