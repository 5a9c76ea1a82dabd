import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { ids } from '#app/http/shapes.ts'
import { keepHours } from '#server/timesheets/commands.ts'
import { keepHoursInput } from '#server/timesheets/contract.ts'

export const action = put({
  summary: 'Keep hours that are much longer than planned, or ask about them again',
  requires: 'admin',
  body: keepHoursInput,
  answer: z.object({ changed: ids }),
  run: (ctx, { body }) => keepHours(ctx, body),
})
