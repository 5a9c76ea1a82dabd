import * as z from 'zod'
import { declineTimes } from '#server/requests/times/answer.ts'
import { declineTimesInput } from '#server/requests/times/contract.ts'
import { put } from '../http/calls.ts'
import { notificationPreview } from '../http/shapes.ts'

/** The person is notified once. 409 when they have asked for other times since. */
export const action = put({
  summary: 'Decline the times that somebody asks for',
  undoable: true,
  requires: 'admin',
  body: declineTimesInput,
  answer: z.object({ notifies: notificationPreview }),
  run: (ctx, { id, body }) => declineTimes(ctx, id, body),
})
