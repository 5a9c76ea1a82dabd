import { defineCollection } from '#server/engine/collections/define.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'
import { coverasks, covers } from './contract.ts'

/** Changed by commands only; the person who cannot come reads their own. */
export const coversCollection = defineCollection(covers, {
  access: {
    admin: { create: null, update: null, remove: false },
    user: { read: { rows: (q) => `${q.t}.person = ${q.me()}`, fields: 'all' } },
  },
  computed: {
    asks: ({ t }) =>
      `(select coalesce(array_agg(a.id order by a.id), '{}') from core.coverasks a where a.cover = ${t}.id)`,
  },
  displayName: ({ t, day }) =>
    `(select concat_ws(', ', ${eventNameSql('e.name')}, ${day('s.start')}, (select a.name from core.assignments a where a.id = s.assignment))
      from core.shifts s join core.events e on e.id = s.event where s.id = ${t}.shift)`,
})

/** Invitees read their own request; only coordinators see the others. */
export const coverasksCollection = defineCollection(coverasks, {
  access: {
    admin: { create: null, update: null, remove: false },
    user: { read: { rows: (q) => `${q.t}.person = ${q.me()}`, fields: 'all' } },
  },
  displayName: ({ t }) => `(select p.name from core.people p where p.id = ${t}.person)`,
})
