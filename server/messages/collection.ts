import { sql } from 'kysely'
import { personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type Change, defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { type Audience, messages } from './contract.ts'
import { mergeFieldProblem } from './merge-fields.ts'

const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  for (const { before, after, issues } of changes) {
    if (before && before.status !== 'draft' && before.status !== 'scheduled')
      addIssue(issues, 'non_field_errors', 'A message that was sent or cancelled cannot be changed.')
    if (!before) Object.assign(after, { status: 'draft', created_by: personOf(ctx.actor) })
    for (const field of ['subject', 'body']) {
      const problem = mergeFieldProblem(String(after[field] ?? ''))
      if (problem) addIssue(issues, field, problem)
    }
  }
  await checkAudiences(ctx, changes)
}

const AUDIENCE_TABLES = {
  roles: 'roles',
  competencies: 'competencies',
  event: 'events',
  series: 'series',
  people: 'people',
} as const

/** Checks that every id of an audience belongs to this site: any other counts as unknown. */
async function checkAudiences(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const references = changes.flatMap(({ given, issues }) =>
    Object.entries(AUDIENCE_TABLES).flatMap(([key, table]) => {
      const value = (given.audience as Audience | undefined)?.[key as keyof typeof AUDIENCE_TABLES]
      return [value ?? []].flat().map((id) => ({ issues, table, id }))
    }),
  )
  if (!references.length) return
  const { rows } = await sql<{ key: string }>`
    select w.table || ' ' || w.id as key from jsonb_to_recordset(${JSON.stringify(references.map(({ table, id }) => ({ table, id })))}::jsonb) w ("table" text, id bigint)
    where case w.table when 'roles' then exists (select from roles t where t.id = w.id)
      when 'competencies' then exists (select from competencies t where t.id = w.id)
      when 'events' then exists (select from events t where t.id = w.id)
      when 'series' then exists (select from series t where t.id = w.id)
      when 'people' then exists (select from people t where t.id = w.id) end`.execute(ctx.db)
  const found = new Set(rows.map(({ key }) => key))
  for (const { issues, table, id } of references)
    if (!found.has(`${table} ${id}`)) addIssue(issues, 'audience', 'Not found.')
}

const beforeRemove: Hooks['beforeRemove'] = (_ctx, { status }) => {
  if (status === 'sending' || status === 'sent')
    throw new DomainError('conflict', 'A message that was sent stays in the history.')
}

export const messagesCollection = defineCollection(messages, {
  computed: {
    created: ({ t }) => `${t}.created_at`,
    counts: ({ t }) =>
      `(select coalesce(jsonb_object_agg(d.state, d.n), '{}') from (
        select state, count(*) as n from core.deliveries where kind = 'bulk:' || ${t}.id group by state) d)`,
  },
  privateColumns: ['status', 'created_by'],
  hooks: { applyRules, beforeRemove },
  matchBy: ['subject', 'body'],
})
