import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { sheetShift } from '#app/http/sheet-shape.ts'
import { listFarLonger } from '#server/timesheets/queries.ts'

export const loader = get({
  summary: 'Shifts in the last three months that took much longer than planned',
  requires: 'admin',
  answer: z.object({ shifts: z.array(sheetShift) }),
  run: async (ctx) => ({ shifts: await listFarLonger(ctx) }),
})
