import type { CallScopes } from '#server/engine/access/scopes.pure.ts'
import { defineFeature } from '#server/engine/features.ts'
import { deliveriesCollection } from './collection.ts'

const AUDIENCE: CallScopes = [
  'messages:read',
  'people:read',
  'events:read',
  'shifts:read',
  'requests:read',
  'training:read',
]

export const deliveriesFeature = defineFeature({
  name: 'deliveries',
  collections: [deliveriesCollection],
  area: 'messages',
  calls: {
    'GET /deliveries/explain': AUDIENCE,
    'PUT /deliveries/{id}/resend': ['messages:write', 'people:read', 'events:read', 'shifts:read'],
  },
  audit: {
    'messages.resend': 'Sent a message to them again',
  },
})
