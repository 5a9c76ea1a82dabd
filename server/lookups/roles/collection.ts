import { defineCollection } from '#server/engine/collections/define.ts'
import { roles } from './contract.ts'

export const rolesCollection = defineCollection(roles, { access: { user: { read: { fields: 'all' } } } })
