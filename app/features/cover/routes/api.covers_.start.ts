import { put } from '#app/http/calls.ts'
import { startCoversInput, startedAnswer } from '#server/cover/calls-contract.ts'
import { startSearches } from '#server/cover/control.ts'

/** Skips shifts that have a person or a running search. */
export const action = put({
  summary: 'Look for people to do some open shifts',
  requires: 'admin',
  body: startCoversInput,
  answer: startedAnswer,
  run: (ctx, { body }) => startSearches(ctx, body.shifts),
})
