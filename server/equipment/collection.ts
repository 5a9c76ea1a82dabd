import { defineCollection } from '#server/collections/define.ts'
import { equipment } from './contract.ts'

export const equipmentCollection = defineCollection(equipment)
