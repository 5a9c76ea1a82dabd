import { createBindings, type Statement } from './bindings.ts'
import type { Declaration } from './define.ts'
import { accessOf, READING_ORDER, type Standing } from './reading.ts'

/** `past` only in collections with `byTime`. */
export type Option = { id: number; label: string; past?: boolean }

export type OptionsQuery = {
  search?: string | undefined
  selected?: readonly number[]
  limit?: number
  /** Includes records that members can no longer pick: filters also find archived records and former members. */
  all?: boolean | undefined
  kind?: string | undefined
  /** Puts the last record of this type first, in collections with `byTime`. */
  type?: number | undefined
}

export function optionsStatement(
  declaration: Declaration,
  standing: Standing,
  { all = false, kind, type }: Pick<OptionsQuery, 'all' | 'kind' | 'type'> = {},
): Statement {
  const { bind, scope, statement } = createBindings()
  const q = scope('t')
  const { contract } = declaration
  const label = declaration.displayName(q)
  const rows = accessOf(declaration, standing).read?.rows?.(q)
  const search = bind('search', 'text', (run) => run.search)
  const ids = bind('ids', 'bigint[]', (run) => run.ids)
  const limit = bind('limit', 'bigint', (run) => run.limit)
  const pickable = [
    !all && declaration.visibleOnly?.(q),
    kind !== undefined && `t.kind = ${bind('kind', 'text', (run) => run.kind)}`,
    `position((select core.folded(${search})) in core.folded(${label})) > 0`,
  ]
    .filter(Boolean)
    .join(' and ')
  const matching = `from core."${contract.name}" t where ${rows ? `(${rows}) and ` : ''}(t.id = any (${ids}) or (${pickable}))`
  const most = `limit ${limit} + cardinality(${ids})`
  const { byTime } = declaration
  if (!byTime)
    return statement(
      `select t.id, ${label} as label ${matching}
       order by t.id = any (${ids}) desc, ${contract.label ? `lower(t."${contract.label}") ${READING_ORDER}, t.id` : 't.id desc'} ${most}`,
    )
  const wanted = type === undefined ? 'null' : bind('type', 'bigint', (run) => run.type)
  const last = `(select l.id from core."${contract.name}" l where l."${byTime.type}" = ${wanted} and l.start <= ${q.now()} order by l.start desc, l.id desc limit 1)`
  const isFirst = `(t.id = any (${ids}) or t.id is not distinct from ${last})`
  const past = `(t."end" <= ${q.now()})`
  // Half of the options are past where there are many of both.
  return statement(
    `select id, label, past from (
       select *, row_number() over (partition by first, past order by case when past then -1 else 1 end * extract(epoch from start), id) as nth from (
         select t.id, ${label} as label, t.start, ${isFirst} as first, not ${isFirst} and ${past} as past ${matching}) o
       order by first desc, nth, past ${most}) p
     order by first desc, past, nth`,
  )
}
