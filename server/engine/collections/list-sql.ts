import { type Bindings, createBindings, type Statement } from './bindings.ts'
import type { Declaration, Scope } from './define.ts'
import { containsSql } from './filters.ts'
import { expandable, type Query, type SortKey } from './query-shape.ts'
import { accessOf, type Registry, type Standing, sqlOf } from './reading.ts'
import { recordJson } from './record-sql.ts'

/**
 * Builds the one statement of a list (page, count, order, expanded collections) as JSON text in `body`; `found` is the
 * number of rows of the page. Fetches expanded rows by an array of ids, which the planner turns into key look-ups.
 */
export function listStatement(
  registry: Registry,
  declaration: Declaration,
  standing: Standing,
  query: Query,
  withVersions = false,
): Statement {
  const bindings = createBindings()
  const { table, q, read, where } = asked(declaration, standing, query, bindings)
  const limit =
    query.limit === null
      ? null
      : query.limitInText
        ? String(query.limit)
        : bindings.bind('limit', 'bigint', (run) => run.limit)
  const offset = query.offset > 0 ? bindings.bind('offset', 'bigint', (run) => run.offset) : null
  const cut = `${limit ? ` limit ${limit}` : ''}${offset ? ` offset ${offset}` : ''}`
  const order = orderBy(query.sort, read)
  // Computes the view once for page and count.
  const viewed = table.isView && {
    matching: `matching as materialized (select t.id, row_number() over (order by ${order}) as place from ${table.name} t${where}), `,
    page: `select t.* from (select * from matching order by place${cut}) m join core."${declaration.contract.name}" t on t.id = m.id order by m.place`,
    count: '(select count(*) from matching)',
  }
  const { matching, page, count } = viewed || {
    matching: '',
    page: `select t.* from ${table.name} t${where} order by ${order}${cut}`,
    count: `(select count(*) from ${table.name} t${where})`,
  }
  // A page that is not full is the last one, so nothing needs counting.
  const last = [...(offset ? ['own.found > 0'] : []), ...(limit ? [`own.found < ${limit}`] : [])].join(' and ')
  const known = offset ? `own.found + ${offset}` : 'own.found'
  return bindings.statement(
    answer(
      registry,
      declaration,
      standing,
      query.expand,
      bindings,
      q,
      `${matching}page as materialized (${page})`,
      last ? `case when ${last} then ${known} else ${count} end` : known,
      withVersions,
    ),
  )
}

export function idsStatement(
  registry: Registry,
  declaration: Declaration,
  standing: Standing,
  expand: readonly string[],
  withVersions = false,
): Statement {
  const bindings = createBindings()
  const q = bindings.scope('t')
  const ids = bindings.bind('ids', 'bigint[]', (run) => run.ids)
  const rows = accessOf(declaration, standing).read?.rows?.(q)
  const page = `select t.* from core."${declaration.contract.name}" t where t.id = any (${ids})${rows ? ` and (${rows})` : ''} order by array_position(${ids}, t.id)`
  return bindings.statement(
    answer(
      registry,
      declaration,
      standing,
      expand,
      bindings,
      q,
      `page as materialized (${page})`,
      'own.found',
      withVersions,
    ),
  )
}

export function matchingIdsStatement(declaration: Declaration, standing: Standing, query: Query): Statement {
  const bindings = createBindings()
  const { table, read, where } = asked(declaration, standing, query, bindings)
  return bindings.statement(
    `select coalesce(json_agg(t.id order by ${orderBy(query.sort, read)}), '[]') as ids from ${table.name} t${where}`,
  )
}

/**
 * Chooses the table, or the view of facts if the query filters or sorts by one. `q` is the scope of records, `read`
 * that of the query.
 */
function asked(declaration: Declaration, standing: Standing, query: Query, bindings: Bindings) {
  const { contract, facts } = declaration
  const q = bindings.scope('t')
  const reading = (read: Scope) => ({ q, read, where: conditions(declaration, standing, query, bindings, read) })
  const plain = reading(q)
  const wide = reading({ ...q, facts: 't' })
  const needsFacts =
    facts && (plain.where !== wide.where || orderBy(query.sort, plain.read) !== orderBy(query.sort, wide.read))
  return needsFacts
    ? { table: { name: `core."${facts.view}"`, isView: true }, ...wide }
    : { table: { name: `core."${contract.name}"`, isView: false }, ...plain }
}

function answer(
  registry: Registry,
  declaration: Declaration,
  standing: Standing,
  expand: readonly string[],
  bindings: Bindings,
  q: Scope,
  pageCte: string,
  count: string,
  withVersions: boolean,
): string {
  const byCollection = new Map<Declaration, string[]>()
  for (const name of expand) {
    const target = expandable(registry, declaration, standing, name)
    if (target) byCollection.set(target, [...(byCollection.get(target) ?? []), name])
  }
  const expanded = [...byCollection].map(([target, names]) => {
    const other = bindings.scope('t')
    const rows = accessOf(target, standing).read?.rows?.(other)
    const ids = names.map((name) => {
      const value = sqlOf(declaration, name, { ...q, t: 'p' })
      return declaration.contract.fields[name]?.kind === 'relations'
        ? `select unnest(${value}) from page p`
        : `select ${value} from page p`
    })
    const records = `select string_agg(concat('"', t.id, '":', ${recordJson(target, standing, other)}), ',') from core."${target.contract.name}" t where t.id = any (array(${ids.join(' union ')}))${rows ? ` and (${rows})` : ''}`
    return `'},"${target.contract.name}":{', (${records})`
  })
  return `with ${pageCte}, own as materialized (
    select count(*) as found, string_agg(t.id::text, ',') as ids, string_agg(concat('"', t.id, '":', ${recordJson(declaration, standing, q, withVersions)}), ',') as records from page t
  ) select own.found::integer as found, concat('{"count":', ${count}, ',"order":[', own.ids, '],"results":{"${declaration.contract.name}":{', own.records, ${[...expanded, ''].join(', ')}'}}}') as body from own`
}

function conditions(declaration: Declaration, standing: Standing, query: Query, bindings: Bindings, q: Scope): string {
  const all: string[] = []
  const rows = accessOf(declaration, standing).read?.rows?.(q)
  if (rows) all.push(`(${rows})`)
  if (query.visibleOnly && declaration.visibleOnly) all.push(`(${declaration.visibleOnly(q)})`)
  if (query.pattern !== null) {
    const pattern = bindings.bind('search', 'text', (run) => run.search)
    all.push(
      `(${query.search.map((path) => path.where(q, (value) => containsSql(value, pattern))).join(' or ') || 'false'})`,
    )
  }
  query.filters.forEach((filter, i) => {
    all.push(filter.sql(q, (n, type) => bindings.bind(`filter ${i} ${n}`, type, (run) => run.filters?.[i]?.[n])))
  })
  return all.length ? ` where ${all.join(' and ')}` : ''
}

/** Nulls last, and the id as the last key, so that pages never overlap. */
function orderBy(keys: readonly SortKey[], q: Scope): string {
  const byId = keys.some(({ path }) => path.name === 'id')
  return [
    ...keys.map(
      ({ path, descending }) =>
        `${path.sorted(q)}${descending ? ' desc' : ''}${descending && path.nullable ? ' nulls last' : ''}`,
    ),
    ...(byId ? [] : ['t.id']),
  ].join(', ')
}
