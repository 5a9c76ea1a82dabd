import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { mergeFieldObstacle } from '#server/messages/merge-fields.ts'
import { messagetemplates } from './contract.ts'

const applyRules: Hooks['applyRules'] = (_ctx, changes) => {
  for (const { after, issues } of changes)
    for (const field of ['subject', 'body']) {
      const obstacle = mergeFieldObstacle(String(after[field] ?? ''))
      if (obstacle) addIssue(issues, field, obstacle)
    }
}

export const messagetemplatesCollection = defineCollection(messagetemplates, { hooks: { applyRules } })
