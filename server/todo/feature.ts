import { defineFeature } from '#server/engine/features.ts'

export const toDoFeature = defineFeature({
  name: 'todo',
  calls: {
    'GET /todo': ['events:read', 'shifts:read', 'requests:read', 'people:read', 'messages:read', 'training:read'],
  },
})
