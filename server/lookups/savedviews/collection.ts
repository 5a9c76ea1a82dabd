import { personOf } from '#server/engine/access/actor.ts'
import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { savedviews } from './contract.ts'

const applyRules: Hooks['applyRules'] = (ctx, changes) => {
  for (const { before, after } of changes) if (!before) after.person = personOf(ctx.actor)
}

export const savedviewsCollection = defineCollection(savedviews, {
  access: {
    admin: {
      read: { rows: (q) => `${q.t}.shared or ${q.t}.person is null or ${q.t}.person = ${q.me()}`, fields: 'all' },
    },
  },
  privateColumns: ['person'],
  hooks: { applyRules },
  matchBy: ['name', 'collection'],
})
