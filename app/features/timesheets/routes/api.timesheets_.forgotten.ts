import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { sheetShift } from '#app/http/sheet-shape.ts'
import { listForgotten } from '#server/timesheets/queries.ts'

export const loader = get({
  summary: 'Shifts on earlier days where people didn’t sign out',
  requires: 'admin',
  answer: z.object({ shifts: z.array(sheetShift) }),
  run: async (ctx) => ({ shifts: await listForgotten(ctx) }),
})
