import { defineFeature } from '#server/engine/features.ts'

export const openShiftsFeature = defineFeature({
  name: 'open-shifts',
  calls: {
    'GET /shifts/open': null,
    'PUT /shifts/{id}/take': null,
    'PUT /shifts/{id}/give_back': null,
  },
  audit: {
    'shift.take': 'Took the shift',
    'shift.give_back': 'Gave back the shift',
  },
})
