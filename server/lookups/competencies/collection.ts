import { defineCollection } from '#server/engine/collections/define.ts'
import { competencies } from './contract.ts'

export const competenciesCollection = defineCollection(competencies, {
  access: { user: { read: { fields: ['id', 'name', 'valid_months', 'archived'] } } },
})
