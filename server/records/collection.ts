import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
import { records } from './contract.ts'
import { currentSql, expiresSql } from './current.ts'

/** `achieved` must not be later than today (site time zone). */
const applyRules: Hooks['applyRules'] = (ctx, changes) => {
  const today = dayOf(ctx.clock.now(), ctx.site.timezone)
  for (const { before, after, issues } of changes)
    if (after.achieved !== before?.achieved && String(after.achieved ?? '') > today)
      addIssue(issues, 'achieved', 'Must not be in the future.')
}

export const recordsCollection = defineCollection(records, {
  access: {
    user: {
      read: {
        rows: (q) => `${q.t}.person = ${q.me()}`,
        fields: ['id', 'person', 'competency', 'training', 'achieved', 'expires', 'current'],
      },
    },
  },
  computed: { expires: ({ t }) => expiresSql(t), current: ({ t, today }) => currentSql(t, today()) },
  displayName: ({ t }) =>
    `(select p.name || ', ' || c.name from core.people p, core.competencies c where p.id = ${t}.person and c.id = ${t}.competency)`,
  refusals: { records_once: ['achieved', 'This person already has this record.'] },
  hooks: { applyRules },
  matchBy: ['person', 'competency', 'achieved'],
})
