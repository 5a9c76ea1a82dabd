import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type Change, defineCollection, type Hooks, type Row } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { ownPerson } from '#server/engine/collections/own-person.ts'
import { forbiddenFields, invalid } from '#server/engine/kernel/errors.ts'
import type { ProfileKind } from '#server/lookups/profilefields-contract.ts'
import { profileentries } from './contract.ts'
import { entryProblem } from './rules.ts'

const NOT_EDITABLE = () =>
  forbiddenFields('Only admins can change this profile field.', ['value'], 'Only admins can change this.')

const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  ownPerson(ctx.actor, changes)
  const fields = await fieldsOf(ctx, changes)
  for (const { before, after, issues } of changes) {
    const field = fields.get(Number(after.entry_type))
    if (!field) continue
    const editable = (id: unknown) => fields.get(Number(id))?.user_editable ?? false
    if (before && before.value === after.value && before.entry_type === after.entry_type) continue
    if (standingOf(ctx.actor) === 'user' && !(editable(after.entry_type) && editable((before ?? after).entry_type)))
      throw NOT_EDITABLE()
    const problem = typeof after.value === 'string' ? entryProblem(after.value, field) : null
    if (problem && !issues.value) addIssue(issues, 'value', problem)
  }
}

async function fieldsOf(ctx: Ctx, changes: readonly Pick<Change, 'before' | 'after'>[]) {
  const ids = changes.flatMap(({ before, after }) => [before?.entry_type, after.entry_type]).filter(isId)
  const rows = ids.length
    ? await ctx.db
        .selectFrom('profilefields')
        .select(['id', 'kind', 'choices', 'required', 'user_editable'])
        .where('id', 'in', [...new Set(ids)])
        .execute()
    : []
  return new Map(rows.map(({ kind, ...field }) => [field.id, { ...field, kind: kind as ProfileKind }]))
}

const isId = (value: unknown): value is number => typeof value === 'number'

/** Members may clear only entries that they may edit, and never required ones. */
const beforeRemove: Hooks['beforeRemove'] = async (ctx, row: Row & { id: number }) => {
  if (standingOf(ctx.actor) !== 'user') return
  const field = (await fieldsOf(ctx, [{ before: null, after: row }])).get(Number(row.entry_type))
  if (!field?.user_editable) throw NOT_EDITABLE()
  if (field.required) throw invalid({ value: ['Required.'] })
}

export const profileentriesCollection = defineCollection(profileentries, {
  access: {
    user: {
      read: {
        rows: (q) =>
          `${q.t}.person = ${q.me()} and exists (select from core.profilefields f where f.id = ${q.t}.entry_type and f.user_visible and not f.archived)`,
        fields: 'all',
      },
      create: ['entry_type', 'person', 'value'],
      update: { fields: ['value'] },
      remove: true,
    },
  },
  displayName: ({ t }) =>
    `(select p.name || ', ' || f.display_name from core.people p, core.profilefields f where p.id = ${t}.person and f.id = ${t}.entry_type)`,
  filters: { profile: { kind: 'ids', sql: ({ t }, ids) => `${t}.person = any (${ids})` } },
  refusals: { profileentries_person_field_key: ['entry_type', 'There’s already an entry for this field.'] },
  hooks: { applyRules, beforeRemove },
  auditValues: false,
  matchBy: ['person', 'entry_type'],
})
