import { defineCollection } from '#server/engine/collections/define.ts'
import { deliveries } from './record-contract.ts'

export const deliveriesCollection = defineCollection(deliveries, {
  access: { admin: { create: null, update: null, remove: false } },
  computed: { created: ({ t }) => `${t}.created_at` },
})
