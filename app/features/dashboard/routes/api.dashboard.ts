import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { byId, ids, records, wholeNumber } from '#app/http/shapes.ts'
import { readDashboard } from '#server/dashboard/answer.ts'

export const loader = get({
  summary: 'Everything that the dashboard shows',
  requires: 'member',
  answer: z.object({
    results: byId(records),
    cards: z.object({
      upcoming_shifts: ids,
      record_hours: ids,
      news: ids,
      upcoming_events: z.array(z.object({ kind: z.enum(['event', 'series']), id: wholeNumber })),
      own_requests: ids,
      needed_most: ids,
      verify_phone: z.boolean(),
      new_registrations: ids.optional(),
      pending_requests: ids.optional(),
      pending_requests_count: wholeNumber.optional(),
      unpublished_events: ids.optional(),
      shifts_outside: ids.optional(),
    }),
  }),
  run: (ctx, { app }) => readDashboard(ctx, app.collections),
})
