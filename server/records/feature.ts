import { defineFeature } from '#server/engine/features.ts'
import { recordsCollection } from './collection.ts'

export const recordsFeature = defineFeature({
  name: 'records',
  collections: [recordsCollection],
  area: 'training',
  calls: {
    'PUT /records/staged': ['training:write'],
    'POST /records/add': ['training:write'],
  },
})
