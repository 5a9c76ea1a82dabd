import { get } from '#app/http/calls.ts'
import { swap } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'

export const loader = get({
  summary: 'A swap of yours, or one you are asked for',
  requires: 'member',
  answer: swap,
  run: (ctx, { id }) => getSwap(ctx, id),
})
