import { personOf } from '#server/access/actor.ts'
import { defineCollection, type Hooks } from '#server/collections/define.ts'
import { ownPerson } from '#server/collections/own-person.ts'
import { requests } from './contract.ts'

/** A member asks for themselves, and what they ask is new to the admins whatever they send. */
const prepare: Hooks['prepare'] = (ctx, changes) => {
  ownPerson(ctx.actor, changes)
  for (const { before, after } of changes) if (!before && personOf(ctx.actor) === after.person) after.new = true
}

const PREFERENCES = ['comments', 'assignment', 'role', 'location'] as const

export const requestsCollection = defineCollection(requests, {
  access: {
    user: {
      read: { rows: (q) => `${q.t}.person = ${q.me()}`, fields: 'all' },
      create: ['event', 'person', 'new', ...PREFERENCES],
      update: { fields: PREFERENCES },
      remove: true,
    },
  },
  computed: {
    series: ({ t }) => `(select e.series from core.events e where e.id = ${t}.event)`,
    actioned: ({ t }) =>
      `(${t}.declined_at is not null or exists (select from core.shifts s where s.event = ${t}.event and s.person = ${t}.person))`,
    made: ({ t }) => `${t}.created_at`,
  },
  called: ({ t, day }) =>
    `(select p.name || ', ' || coalesce(nullif(e.name, ''), 'Untitled Event') || ', ' || ${day('e.start')}
     from core.people p, core.events e where p.id = ${t}.person and e.id = ${t}.event)`,
  hooks: { prepare },
  matchBy: ['event', 'person'],
})
