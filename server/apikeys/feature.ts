import { defineFeature } from '#server/engine/features.ts'
import { apikeysCollection } from './collection.ts'

export const apikeysFeature = defineFeature({
  name: 'apikeys',
  collections: [apikeysCollection],
  area: 'organisation',
  calls: {
    'PUT /apikeys/{id}/revoke': null,
  },
  audit: {
    'apikeys.revoke': 'Revoked an API key',
  },
})
