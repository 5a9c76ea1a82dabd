import * as z from 'zod'
import { calls, post, put } from '#app/http/calls.ts'
import { notificationPreview, published, recipients, wholeNumber } from '#app/http/shapes.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { withUndoWindow } from '#server/deliveries/preview-notifications.ts'
import { publishAll } from '#server/publishing/commands.ts'
import { previewPublish } from '#server/shifts/grid/commands.ts'

const ids = z.array(wholeNumber.positive()).max(1000).default([])
const body = z.object({ events: ids, shifts: ids })

const publish = put({
  summary: 'Publish all shifts of some events, and some shifts',
  undoable: true,
  requires: 'admin',
  body,
  answer: published.extend({ published: wholeNumber, notifies: notificationPreview }),
  run: async (ctx, { body }) => {
    const { done, notifies } = await withUndoWindow(ctx, UNDO_WINDOW_MS, (held) => publishAll(held, body))
    return { ...done, published: done.shifts.length, notifies }
  },
})

const preview = post({
  summary: 'Who would be notified if they were published, and how',
  requires: 'admin',
  body,
  answer: z.object({ notifies: notificationPreview, recipients }),
  run: (ctx, { body }) => previewPublish(ctx, body),
})

export const action = calls(publish, preview)
