import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { profilefields } from './contract.ts'

const applyRules: Hooks['applyRules'] = (_ctx, changes) => {
  for (const { after, issues } of changes)
    if (after.kind === 'choice' && !(after.choices as unknown[]).length)
      addIssue(issues, 'choices', 'A field of this kind needs choices.')
}

export const profilefieldsCollection = defineCollection(profilefields, {
  access: { user: { read: { rows: ({ t }) => `${t}.user_visible and not ${t}.archived`, fields: 'all' } } },
  visibleOnly: ({ t }) => `${t}.user_visible and not ${t}.archived`,
  hooks: { applyRules },
})
