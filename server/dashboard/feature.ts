import { defineFeature } from '#server/engine/features.ts'

export const dashboardFeature = defineFeature({
  name: 'dashboard',
  calls: {
    'GET /dashboard': null,
  },
})
