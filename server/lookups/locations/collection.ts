import { defineCollection } from '#server/engine/collections/define.ts'
import { locations } from './contract.ts'

export const locationsCollection = defineCollection(locations, { access: { user: { read: { fields: 'all' } } } })
