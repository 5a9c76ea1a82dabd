import { fieldsProblem } from '#server/deliveries/texts/fields.pure.ts'
import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { messagetemplates } from './contract.ts'

const applyRules: Hooks['applyRules'] = (_ctx, changes) => {
  for (const { after, issues } of changes)
    for (const field of ['subject', 'body']) {
      const problem = fieldsProblem(String(after[field] ?? ''), { buttons: field === 'body' })
      if (problem) addIssue(issues, field, problem)
    }
}

export const messagetemplatesCollection = defineCollection(messagetemplates, { hooks: { applyRules } })
