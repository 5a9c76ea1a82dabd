import { get, post } from '#app/http/calls.ts'
import { proposeSwap } from '#server/swaps/commands.ts'
import { swap, swapInput, swapList, swapQuery } from '#server/swaps/contract.ts'
import { getSwap, listSwaps } from '#server/swaps/queries.ts'

/** The actor's swaps and those that they are asked for, newest first; all for admins. */
export const loader = get({
  summary: 'Shifts that are handed over, swapped or offered',
  requires: 'member',
  query: swapQuery,
  answer: swapList,
  run: (ctx, { query }) => listSwaps(ctx, query),
})

/** An offer returns `proposed` when a circle was found immediately. */
export const action = post({
  summary: 'Ask someone to take or to swap one of your shifts, or offer it',
  requires: 'member',
  body: swapInput,
  status: 201,
  answer: swap,
  run: async (ctx, { body }) => getSwap(ctx, await proposeSwap(ctx, body)),
})
