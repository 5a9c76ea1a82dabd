import { personOf } from '#server/engine/access/actor.ts'
import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { assignments } from './assignments-contract.ts'
import { competencies } from './competencies-contract.ts'
import { equipment } from './equipment-contract.ts'
import { eventtypes } from './eventtypes-contract.ts'
import { locations } from './locations-contract.ts'
import { profilefields } from './profilefields-contract.ts'
import { roles } from './roles-contract.ts'
import { savedviews } from './savedviews-contract.ts'
import { series } from './series-contract.ts'
import { training } from './training-contract.ts'

export const assignmentsCollection = defineCollection(assignments, {
  access: { user: { read: { fields: 'all' } } },
  hooks: { reachesShifts: true },
})

export const competenciesCollection = defineCollection(competencies, {
  access: { user: { read: { fields: ['id', 'name', 'valid_months', 'archived'] } } },
})

export const equipmentCollection = defineCollection(equipment)

export const eventtypesCollection = defineCollection(eventtypes, { access: { user: { read: { fields: 'all' } } } })

export const locationsCollection = defineCollection(locations, {
  access: { user: { read: { fields: 'all' } } },
  hooks: { reachesShifts: true },
})

const requireChoices: Hooks['applyRules'] = (_ctx, changes) => {
  for (const { after, issues } of changes)
    if (after.kind === 'choice' && !(after.choices as unknown[]).length)
      addIssue(issues, 'choices', 'A field of this kind needs choices.')
}

export const profilefieldsCollection = defineCollection(profilefields, {
  access: { user: { read: { rows: ({ t }) => `${t}.user_visible and not ${t}.archived`, fields: 'all' } } },
  visibleOnly: ({ t }) => `${t}.user_visible and not ${t}.archived`,
  hooks: { applyRules: requireChoices },
})

export const rolesCollection = defineCollection(roles, {
  access: { user: { read: { fields: 'all' } } },
  hooks: { reachesShifts: true },
})

const keepOwner: Hooks['applyRules'] = (ctx, changes) => {
  for (const { before, after } of changes) if (!before) after.person = personOf(ctx.actor)
}

export const savedviewsCollection = defineCollection(savedviews, {
  access: {
    admin: {
      read: { rows: (q) => `${q.t}.shared or ${q.t}.person is null or ${q.t}.person = ${q.me()}`, fields: 'all' },
    },
  },
  privateColumns: ['person'],
  refusals: { savedviews_name_key: ['name', 'There’s already a view with this name.'] },
  hooks: { applyRules: keepOwner },
  matchBy: ['name', 'collection'],
})

export const seriesCollection = defineCollection(series, {
  access: { user: { read: { fields: 'all' } } },
  markdown: 'details',
  computed: {
    start: ({ t }) => `(select min(e.start) from core.events e where e.series = ${t}.id and not e.archived)`,
    end: ({ t }) => `(select max(e."end") from core.events e where e.series = ${t}.id and not e.archived)`,
  },
})

export const trainingCollection = defineCollection(training, {
  access: { user: { read: { fields: ['id', 'name', 'competency', 'archived'] } } },
})
