import { swap } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'
import { get } from '../http/calls.ts'

export const loader = get({
  summary: 'A swap of yours, or that you are asked for',
  requires: 'member',
  answer: swap,
  run: (ctx, { id }) => getSwap(ctx, id),
})
