import { defineFeature } from '#server/engine/features.ts'

export const organisationFeature = defineFeature({
  name: 'organisation',
  calls: {
    'PUT /organisations/current': ['organisation:write'],
    'POST /organisations/current/logo': ['organisation:write'],
    'DELETE /organisations/current/logo': ['organisation:write'],
  },
  audit: {
    'logo.set': 'Changed the logo',
    'logo.remove': 'Removed the logo',
    'site.change': 'Changed the organisation',
  },
})
