import { defineCollection } from '#server/engine/collections/define.ts'
import { deliveries } from './record-contract.ts'

/** Read only: the history of messages that were sent or not sent, and why. */
export const deliveriesCollection = defineCollection(deliveries, {
  access: { admin: { create: null, update: null, remove: false } },
  computed: { created: ({ t }) => `${t}.created_at` },
})
