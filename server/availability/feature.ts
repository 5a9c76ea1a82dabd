import { defineFeature } from '#server/engine/features.ts'
import { availabilityCollection } from './collection.ts'

export const availabilityFeature = defineFeature({
  name: 'availability',
  collections: [availabilityCollection],
  area: 'requests',
  calls: {
    'POST /availability/tell': null,
  },
  audit: {
    'availability.set': 'Marked days of availability',
    'availability.unset': 'Removed days of availability',
    'availability.tell': 'Notified the coordinators of being unavailable',
  },
})
