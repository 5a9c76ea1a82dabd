import { get } from '#app/http/calls.ts'
import { failuresAnswer } from '#server/messages/sending/contract.ts'
import { countFailed } from '#server/messages/sending/history.ts'

export const loader = get({
  summary: 'Count the deliveries of messages that failed and can be tried again',
  requires: 'admin',
  answer: failuresAnswer,
  run: (ctx) => countFailed(ctx),
})
