import { defineCollection } from '#server/collections/define.ts'
import { locations } from './contract.ts'

export const locationsCollection = defineCollection(locations, { access: { user: { read: { fields: 'all' } } } })
