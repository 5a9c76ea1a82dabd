import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { notificationPreview } from '#app/http/shapes.ts'
import { declineTimes } from '#server/requests/times/answer.ts'
import { declineTimesInput } from '#server/requests/times/contract.ts'

/** The person is notified once. 409 when they have asked for other times since. */
export const action = put({
  summary: 'Decline the times that someone has asked for',
  undoable: true,
  requires: 'admin',
  body: declineTimesInput,
  answer: z.object({ notifies: notificationPreview }),
  run: (ctx, { id, body }) => declineTimes(ctx, id, body),
})
