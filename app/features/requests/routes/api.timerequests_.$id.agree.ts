import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { notificationPreview } from '#app/http/shapes.ts'
import { agreeToTimes } from '#server/requests/times/answer.ts'
import { agreeInput } from '#server/requests/times/contract.ts'

/** 409 when the person has asked for other times since. */
export const action = put({
  summary: 'Agree to the times that someone has asked for',
  undoable: true,
  requires: 'admin',
  body: agreeInput,
  answer: z.object({ notifies: notificationPreview }),
  run: (ctx, { id, body, app }) => agreeToTimes(ctx, app.collections, id, body),
})
