import { put } from '#app/http/calls.ts'
import { withdrawSwap } from '#server/swaps/commands.ts'
import { swap } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'

/** 409 once the shifts have moved. */
export const action = put({
  summary: 'Withdraw one of your swaps',
  requires: 'member',
  answer: swap,
  run: async (ctx, { id }) => {
    await withdrawSwap(ctx, id)
    return getSwap(ctx, id)
  },
})
