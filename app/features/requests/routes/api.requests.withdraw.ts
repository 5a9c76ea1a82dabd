import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { wholeNumber } from '#app/http/shapes.ts'
import { withdrawAll } from '#server/requests/sign-up/commands.ts'
import { withdrawInput } from '#server/requests/sign-up/contract.ts'

/** Skips those of other people, and declined ones. */
export const action = put({
  summary: 'Withdraw several of your own requests',
  requires: 'member',
  body: withdrawInput,
  answer: z.object({ withdrawn: wholeNumber }),
  run: async (ctx, { body }) => ({ withdrawn: await withdrawAll(ctx, body.requests) }),
})
