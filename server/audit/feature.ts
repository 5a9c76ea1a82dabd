import { defineFeature } from '#server/engine/features.ts'

export const auditFeature = defineFeature({
  name: 'audit',
  calls: {
    'GET /audit': ['audit:read'],
  },
})
