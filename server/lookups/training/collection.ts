import { defineCollection } from '#server/engine/collections/define.ts'
import { training } from './contract.ts'

export const trainingCollection = defineCollection(training, {
  access: { user: { read: { fields: ['id', 'name', 'competency', 'archived'] } } },
})
