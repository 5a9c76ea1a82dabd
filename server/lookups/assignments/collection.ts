import { defineCollection } from '#server/engine/collections/define.ts'
import { assignments } from './contract.ts'

export const assignmentsCollection = defineCollection(assignments, { access: { user: { read: { fields: 'all' } } } })
