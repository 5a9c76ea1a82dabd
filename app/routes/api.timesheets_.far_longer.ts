import * as z from 'zod'
import { listFarLonger } from '#server/timesheets/queries.ts'
import { get } from '../http/calls.ts'
import { sheetShift } from '../http/sheet-shape.ts'

export const loader = get({
  summary: 'Shifts of the last three months that took far longer than planned',
  requires: 'admin',
  answer: z.object({ shifts: z.array(sheetShift) }),
  run: async (ctx) => ({ shifts: await listFarLonger(ctx) }),
})
