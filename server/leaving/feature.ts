import { defineFeature } from '#server/engine/features.ts'
import { peopleWithShifts } from './collection.ts'

export const leavingFeature = defineFeature({ name: 'leaving', collections: [peopleWithShifts], area: 'people' })
