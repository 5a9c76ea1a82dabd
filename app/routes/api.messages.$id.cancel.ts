import { cancelMessage } from '#server/messages/sending/commands.ts'
import { sendingAnswer } from '#server/messages/sending/contract.ts'
import { put } from '../http/calls.ts'

/** 409 once it has been sent. */
export const action = put({
  summary: 'Take a message back, or stop the rest of it',
  requires: 'admin',
  answer: sendingAnswer,
  run: (ctx, { id }) => cancelMessage(ctx, id),
})
