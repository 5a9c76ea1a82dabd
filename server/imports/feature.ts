import { defineFeature } from '#server/engine/features.ts'

export const importsFeature = defineFeature({
  name: 'imports',
  calls: {
    'GET /imports': ['events:read', 'shifts:read', 'people:read'],
    'POST /imports/preview': ['events:read', 'shifts:read', 'people:read'],
    'POST /imports/notifies': ['events:write', 'shifts:write', 'people:read'],
    'POST /imports': ['events:write', 'shifts:write', 'people:read'],
    'POST /imports/{id}/undo': ['events:write', 'shifts:write', 'people:read'],
  },
  audit: {
    'import.apply': 'Imported a file',
    'import.undo': 'Undid an import',
  },
})
