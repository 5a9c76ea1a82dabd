import { defineCollection } from '#server/collections/define.ts'
import { assignments } from './contract.ts'

export const assignmentsCollection = defineCollection(assignments, { access: { user: { read: { fields: 'all' } } } })
