import { reopenTogetherInput } from '#server/requests/answer/contract.ts'
import { reopenTogether } from '#server/requests/answer/together.ts'
import { put } from '../http/calls.ts'

/** Unsent messages about declining them are withdrawn. */
export const action = put({
  summary: 'Reopen several declined requests',
  requires: 'admin',
  answer: null,
  body: reopenTogetherInput,
  run: (ctx, { body }) => reopenTogether(ctx, body.requests),
})
