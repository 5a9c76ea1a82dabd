import { startCoversInput, startedAnswer } from '#server/cover/calls-contract.ts'
import { startSearches } from '#server/cover/control.ts'
import { put } from '../http/calls.ts'

/** Of an event or a week, say. Shifts with a person, and those that are looked for already, are left alone. */
export const action = put({
  summary: 'Look for people who do some open shifts',
  requires: 'admin',
  body: startCoversInput,
  answer: startedAnswer,
  run: (ctx, { body }) => startSearches(ctx, body.shifts),
})
