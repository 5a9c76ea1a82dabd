import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { ownPerson } from '#server/engine/collections/own-person.ts'
import { availability } from './contract.ts'
import { deriveMark } from './rules.ts'

const applyRules: Hooks['applyRules'] = (ctx, changes) => {
  ownPerson(ctx.actor, changes)
  for (const change of changes) deriveMark(change, ctx.site.timezone)
}

const WRITABLE = ['person', 'date', 'start', 'end', 'available'] as const

export const availabilityCollection = defineCollection(availability, {
  access: {
    user: {
      read: { rows: (q) => `${q.t}.person = ${q.me()}`, fields: 'all' },
      create: WRITABLE,
      update: { fields: WRITABLE },
      remove: true,
    },
  },
  displayName: ({ t, day }) =>
    `(select p.name || ', ' || ${day(`${t}.start`)} from core.people p where p.id = ${t}.person)`,
  refusals: { availability_person_date_key: ['date', 'This day is already marked.'] },
  hooks: { applyRules },
  matchBy: ['person', 'date'],
})
