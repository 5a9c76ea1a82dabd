import { defineCollection } from '#server/engine/collections/define.ts'
import { eventtypes } from './contract.ts'

export const eventtypesCollection = defineCollection(eventtypes, { access: { user: { read: { fields: 'all' } } } })
