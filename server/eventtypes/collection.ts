import { defineCollection } from '#server/collections/define.ts'
import { eventtypes } from './contract.ts'

export const eventtypesCollection = defineCollection(eventtypes, { access: { user: { read: { fields: 'all' } } } })
