import { defineFeature } from '#server/engine/features.ts'

export const mergingFeature = defineFeature({
  name: 'merging',
  calls: {
    'POST /setup/merge': null,
  },
})
