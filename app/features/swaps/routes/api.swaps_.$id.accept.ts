import { put } from '#app/http/calls.ts'
import { refusal } from '#app/http/problem.ts'
import { acceptSwap } from '#server/swaps/commands.ts'
import { swap, swapAnswer } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'

/**
 * 409 with `{detail, instead}` when it has ended, or is impossible and ends: `instead` holds open shifts that the
 * person could do.
 */
export const action = put({
  summary: 'Say yes to a swap; the shifts move once everyone has said yes',
  requires: 'member',
  body: swapAnswer,
  answer: swap,
  run: async (ctx, { id, body }) => {
    const refused = await acceptSwap(ctx, id, body)
    return refused ? refusal(refused) : getSwap(ctx, id)
  },
})
