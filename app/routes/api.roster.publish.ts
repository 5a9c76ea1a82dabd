import * as z from 'zod'
import { previewPublish } from '#server/shifts/grid/commands.ts'
import { publishEvents } from '#server/shifts/publication/commands.ts'
import { calls, post, put } from '../http/calls.ts'
import { notificationPreview, wholeNumber } from '../http/shapes.ts'

const events = z.object({ events: z.array(wholeNumber.positive()).max(200) })

const publish = put({
  summary: 'Publish all shifts of several events',
  requires: 'admin',
  body: events,
  answer: z.object({ published: wholeNumber }),
  run: (ctx, { body }) => publishEvents(ctx, body.events),
})

const preview = post({
  summary: 'Who would be notified if they were published',
  requires: 'admin',
  body: events,
  answer: z.object({ notifies: notificationPreview }),
  run: async (ctx, { body }) => ({ notifies: await previewPublish(ctx, body.events) }),
})

export const action = calls(publish, preview)
