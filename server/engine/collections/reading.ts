import type { Actor } from '#server/engine/access/actor.ts'
import { standingOf } from '#server/engine/access/actor.ts'
import { unauthenticated } from '#server/engine/access/permission.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import type { Access, AllowedFields, Declaration, Scope, Sql } from './define.ts'
import type { Field } from './field-contract.ts'

export type Standing = 'admin' | 'user'

export type Registry = ReadonlyMap<string, Declaration>

/** @throws DomainError 'unauthenticated' without a sign-in, 'forbidden' for a kiosk, which has only two calls. */
export function standingFor(actor: Actor): Standing {
  const standing = standingOf(actor)
  if (standing === 'nobody') throw unauthenticated(actor)
  if (standing === 'kiosk') throw forbidden()
  return standing === 'user' ? 'user' : 'admin'
}

/** As `standingFor`, but refuses an API key of scope `read`. */
export function writerFor(actor: Actor): Standing {
  if (actor.kind === 'key' && actor.scope !== 'write') throw forbidden('This key can only read.')
  return standingFor(actor)
}

export const accessOf = (declaration: Declaration, standing: Standing): Access<string> => declaration[standing]

export const allowedFields = (declaration: Declaration, allowed: AllowedFields<string>): string[] =>
  Object.keys(declaration.contract.fields).filter((name) => allowed === 'all' || allowed.includes(name))

export function readsField(declaration: Declaration, standing: Standing, name: string): boolean {
  const read = accessOf(declaration, standing).read
  return [read?.fields, read?.own?.fields].some((fields) => fields === 'all' || fields?.includes(name))
}

export const fieldOf = (declaration: Declaration, name: string): Field | undefined =>
  Object.hasOwn(declaration.contract.fields, name) ? declaration.contract.fields[name] : undefined

export function sqlOf({ computed, facts }: Declaration, name: string, q: Scope): string {
  if (!facts?.fields.includes(name)) return computed[name]?.(q) ?? `${q.t}."${name}"`
  return q.facts ? `${q.facts}."${name}"` : `(select f."${name}" ${factsOf(facts.view, q)})`
}

export const factsOf = (view: string, { t }: Pick<Scope, 't'>): string =>
  `from core."${view}" f where f.site_id = ${t}.site_id and f.id = ${t}.id`

/** A field for filters, sorts and searches: of the collection, or one relation away (`person/name`). */
export type Path = {
  name: string
  field: Field
  nullable: boolean
  own?: true
  where: (q: Scope, test: (value: string) => string) => string
  value: Sql
  sorted: Sql
}

/** Null for a field that is unknown or unreadable for this standing. */
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

/** A field on own rows: other rows match no test and have no sort value. */
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
 * Keeps PostgreSQL from merging a subquery. It can only guess how many texts a folded pattern finds; after a merge it
 * may walk the list in order and fold the text of each row's related record.
 */
const ASKED_FIRST = 'offset 0'

function readableField(declaration: Declaration, standing: Standing, name: string): Field | null {
  const read = accessOf(declaration, standing).read
  if (!read || (read.fields !== 'all' && !read.fields.includes(name))) return null
  return fieldOf(declaration, name) ?? null
}

/** Sorts É with E, and Mark 2 before Mark 10. The baseline creates the collation. */
export const READING_ORDER = 'collate core.reading_order'

const sortedBy = (declaration: Declaration, name: string, field: Field, q: Scope): string => {
  const value = declaration.sorted[name]?.(q)
  if (value) return value
  const plain = sqlOf(declaration, name, q)
  return field.kind === 'line' || field.kind === 'text' ? `lower(${plain}) ${READING_ORDER}` : plain
}
