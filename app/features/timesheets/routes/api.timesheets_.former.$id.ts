import { put } from '#app/http/calls.ts'
import { formerTimes } from '#server/shifts/hours/contract.ts'
import { correctFormer } from '#server/shifts/hours/correct-former.ts'

export const action = put({
  summary: 'Correct the hours on a shift that was given away or deleted',
  requires: 'admin',
  body: formerTimes,
  answer: null,
  run: (ctx, { id, body }) => correctFormer(ctx, id, body),
})
