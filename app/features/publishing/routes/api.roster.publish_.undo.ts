import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { published, wholeNumber } from '#app/http/shapes.ts'
import { undoPublish } from '#server/publishing/commands.ts'

/** 409 when the shifts have changed since. */
export const action = put({
  summary: 'Unpublish shifts that were published together. No one is notified in the undo window.',
  requires: 'admin',
  body: published,
  answer: z.object({ unpublished: wholeNumber }),
  run: (ctx, { body }) => undoPublish(ctx, body),
})
