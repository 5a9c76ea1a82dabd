import { defineFeature } from '#server/engine/features.ts'

export const calendarFeature = defineFeature({
  name: 'calendar',
  calls: {
    'GET /calendarfeed': null,
    'POST /calendarfeed': null,
    'DELETE /calendarfeed': null,
    'GET /events/calendar': null,
  },
  audit: {
    'calendar_feed.reset': 'Made a new calendar link',
    'calendar_feed.remove': 'Removed the calendar link',
  },
})
