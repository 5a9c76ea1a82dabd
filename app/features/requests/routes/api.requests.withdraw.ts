import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { wholeNumber } from '#app/http/shapes.ts'
import { withdrawAll } from '#server/requests/sign-up/commands.ts'
import { withdrawInput } from '#server/requests/sign-up/contract.ts'

/** Those of somebody else, and those that were declined, are left out. */
export const action = put({
  summary: 'Withdraw several of your own requests',
  requires: 'member',
  body: withdrawInput,
  answer: z.object({ withdrawn: wholeNumber }),
  run: async (ctx, { body }) => ({ withdrawn: await withdrawAll(ctx, body.requests) }),
})
