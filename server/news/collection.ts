import { ownActor } from '#server/engine/access/actor.ts'
import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { news } from './contract.ts'

const applyRules: Hooks['applyRules'] = (ctx, changes) => {
  for (const { before, given, after, issues } of changes) {
    if (!before && given.author === undefined) after.author = ownActor(ctx.actor)
    if (!before) after.posted ??= ctx.clock.now().toISOString()
    if (!String(after.title).trim() && !String(after.content).trim())
      addIssue(issues, 'title', 'Give the post a title or some content.')
    if (after.show_until !== null && Date.parse(String(after.show_until)) < Date.parse(String(after.posted)))
      addIssue(issues, 'show_until', 'Must not be before the post is visible.')
  }
}

export const newsCollection = defineCollection(news, {
  access: {
    user: {
      read: {
        rows: (q) => `${q.t}.posted <= ${q.now()} and (${q.t}.show_until is null or ${q.t}.show_until >= ${q.now()})`,
        fields: 'all',
      },
    },
  },
  hooks: { applyRules },
  markdown: 'content',
  matchBy: ['title', 'posted'],
})
