import { acceptSwap } from '#server/swaps/commands.ts'
import { swap } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'
import { put } from '../http/calls.ts'

/** 409 with `{detail, instead}` when it has ended or cannot move any more: `instead` holds open shifts that the person could do. */
export const action = put({
  summary: 'Say yes to a swap; the last yes moves all shifts',
  requires: 'member',
  answer: swap,
  run: async (ctx, { id }) => {
    await acceptSwap(ctx, id)
    return getSwap(ctx, id)
  },
})
