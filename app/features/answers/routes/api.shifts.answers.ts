import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { wholeNumber } from '#app/http/shapes.ts'
import { answerShifts } from '#server/answers/commands.ts'
import { answersInput } from '#server/answers/contract.ts'

/** All or nothing: one refused answer refuses the others. */
export const action = put({
  summary: 'Answer several shifts together',
  undoable: true,
  requires: 'member',
  body: answersInput,
  answer: z.object({ answered: wholeNumber }),
  run: async (ctx, { body }) => {
    await answerShifts(ctx, body)
    return { answered: body.length }
  },
})
