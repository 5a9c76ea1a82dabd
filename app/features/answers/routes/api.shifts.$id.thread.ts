import { get } from '#app/http/calls.ts'
import { threadAnswer } from '#server/answers/thread/contract.ts'
import { readThread } from '#server/answers/thread/queries.ts'

export const loader = get({
  summary: 'What happened to a shift: publication, messages, answers and searches for cover, the earliest first',
  requires: 'admin',
  answer: threadAnswer,
  run: (ctx, { id }) => readThread(ctx, id),
})
