import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { swapOptions } from '#server/swaps/contract.ts'
import { swapOptionsFor } from '#server/swaps/queries.ts'

/** Omits unsuitable people without a reason: it is between them and the club. */
export const loader = get({
  summary: 'Who could take one of your shifts, and what you could get for it',
  requires: 'member',
  isHeavy: true,
  query: z.object({ shift: z.coerce.number().int().positive() }),
  answer: swapOptions,
  run: (ctx, { query }) => swapOptionsFor(ctx, query.shift),
})
