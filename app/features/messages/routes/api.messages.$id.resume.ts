import { put } from '#app/http/calls.ts'
import { sendingAnswer } from '#server/messages/sending/contract.ts'
import { resumeMessage } from '#server/messages/sending/pause.ts'

/** 409 for a message that is not being sent. */
export const action = put({
  summary: 'Resume a paused message',
  requires: 'admin',
  answer: sendingAnswer,
  run: (ctx, { id }) => resumeMessage(ctx, id),
})
