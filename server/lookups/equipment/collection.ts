import { defineCollection } from '#server/engine/collections/define.ts'
import { equipment } from './contract.ts'

export const equipmentCollection = defineCollection(equipment)
