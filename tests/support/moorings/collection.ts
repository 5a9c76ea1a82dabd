import { defineCollection } from '#server/engine/collections/define.ts'
import { moorings } from './contract.ts'

export const mooringsCollection = defineCollection(moorings, {
  access: { user: { read: { rows: ({ t }) => `not ${t}.archived`, fields: ['name', 'side', 'location'] } } },
})
