import { defineFeature } from '#server/engine/features.ts'
import { kiosksCollection } from './collection.ts'

export const kiosksFeature = defineFeature({
  name: 'kiosks',
  collections: [kiosksCollection],
  area: 'organisation',
  calls: {
    'PUT /kiosks/{id}/revoke': null,
    'POST /kiosks/{id}/code': null,
  },
  audit: {
    'kiosks.pair': 'Paired a kiosk',
    'kiosks.revoke': 'Revoked a kiosk',
    'kiosks.renew_code': 'Made a new pairing code',
  },
})
