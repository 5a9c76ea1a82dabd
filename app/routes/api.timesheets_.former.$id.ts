import { formerTimes } from '#server/shifts/hours/contract.ts'
import { correctFormer } from '#server/shifts/hours/correct-former.ts'
import { put } from '../http/calls.ts'

export const action = put({
  summary: 'Correct the hours of somebody on a shift that is not theirs any more',
  requires: 'admin',
  body: formerTimes,
  answer: null,
  run: (ctx, { id, body }) => correctFormer(ctx, id, body),
})
