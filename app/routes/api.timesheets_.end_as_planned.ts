import * as z from 'zod'
import { endAsPlanned } from '#server/timesheets/commands.ts'
import { endAsPlannedInput } from '#server/timesheets/contract.ts'
import { put } from '../http/calls.ts'
import { ids } from '../http/shapes.ts'

export const action = put({
  summary: 'End forgotten and far longer shifts at their planned end',
  requires: 'admin',
  body: endAsPlannedInput,
  answer: z.object({ ended: ids }),
  run: (ctx, { body }) => endAsPlanned(ctx, body.shifts),
})
