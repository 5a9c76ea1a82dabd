import { createBindings, type Statement } from './bindings.ts'
import type { Declaration } from './define.ts'
import { accessOf, READING_ORDER, type Standing } from './reading.ts'

export type Option = { id: number; label: string }

export type OptionsQuery = {
  search?: string | undefined
  selected?: readonly number[]
  limit?: number
  /** Includes records that members can no longer pick: filters also find archived records and former members. */
  all?: boolean | undefined
  kind?: string | undefined
}

export function optionsStatement(
  declaration: Declaration,
  standing: Standing,
  { all = false, kind }: Pick<OptionsQuery, 'all' | 'kind'> = {},
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
  return statement(
    `select t.id, ${label} as label from core."${contract.name}" t where ${rows ? `(${rows}) and ` : ''}(t.id = any (${ids}) or (${pickable}))
     order by t.id = any (${ids}) desc, ${contract.label ? `lower(t."${contract.label}") ${READING_ORDER}, t.id` : 't.id desc'} limit ${limit} + cardinality(${ids})`,
  )
}
