import { type Change, defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { coverasks, covers } from './contract.ts'
import { readCoverable } from './coverable.ts'
import { newSearch, seekCover } from './store.ts'

/** Fills in the search; only the person on a shift, or an admin for anybody, may start one. */
const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  const created = changes.filter(({ before }) => !before)
  const coverable = await readCoverable(ctx, idsOf(created))
  for (const { after, issues } of created) {
    const shift = coverable.get(Number(after.shift))
    if (!shift) addIssue(issues, 'shift', 'Not found.')
    else if (shift.problem) addIssue(issues, 'shift', shift.problem)
    else Object.assign(after, newSearch(ctx, shift))
  }
}

const idsOf = (changes: readonly Change[]) => changes.map(({ after }) => Number(after.shift)).filter((id) => id > 0)

/** Whoever has the shift seeks cover from now on. */
const aroundWrite: Hooks['aroundWrite'] = async (ctx) => (written) => seekCover(ctx, written)

export const coversCollection = defineCollection(covers, {
  access: {
    admin: { create: ['shift'], update: null, remove: false },
    user: {
      read: { rows: (q) => `${q.t}.person = ${q.me()}`, fields: 'all' },
      create: ['shift'],
    },
  },
  computed: {
    asks: ({ t }) =>
      `(select coalesce(array_agg(a.id order by a.id), '{}') from core.coverasks a where a.cover = ${t}.id)`,
  },
  privateColumns: ['person', 'state', 'rung', 'next_rung_at', 'seed', 'started_by', 'started_at', 'moved_at'],
  hooks: { applyRules, aroundWrite },
  wakes: 'reminders.plan',
})

/** The person asked reads and answers their own; who else was asked stays with the coordinators. */
export const coverasksCollection = defineCollection(coverasks, {
  access: {
    admin: { create: null, update: null, remove: false },
    user: { read: { rows: (q) => `${q.t}.person = ${q.me()}`, fields: 'all' } },
  },
})
