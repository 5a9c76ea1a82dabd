import { put } from '#app/http/calls.ts'
import { refusal } from '#app/http/problem.ts'
import { approveSwap } from '#server/swaps/commands.ts'
import { swap, swapAnswer } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'

/** 409 while someone has not agreed, or when it is impossible and ends. */
export const action = put({
  summary: 'Approve a swap to which everyone has said yes',
  requires: 'admin',
  undoable: true,
  body: swapAnswer,
  answer: swap,
  run: async (ctx, { id, body }) => {
    const refused = await approveSwap(ctx, id, body)
    return refused ? refusal(refused) : getSwap(ctx, id)
  },
})
