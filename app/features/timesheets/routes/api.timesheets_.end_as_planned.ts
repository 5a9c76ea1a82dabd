import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { ids } from '#app/http/shapes.ts'
import { endAsPlanned } from '#server/timesheets/commands.ts'
import { endAsPlannedInput } from '#server/timesheets/contract.ts'

export const action = put({
  summary: 'End forgotten and far-too-long shifts at their planned end',
  requires: 'admin',
  body: endAsPlannedInput,
  answer: z.object({ ended: ids }),
  run: (ctx, { body }) => endAsPlanned(ctx, body.shifts),
})
