import * as z from 'zod'
import { listForgotten } from '#server/timesheets/queries.ts'
import { get } from '../http/calls.ts'
import { sheetShift } from '../http/sheet-shape.ts'

export const loader = get({
  summary: 'Shifts of earlier days whose people did not sign out',
  requires: 'admin',
  answer: z.object({ shifts: z.array(sheetShift) }),
  run: async (ctx) => ({ shifts: await listForgotten(ctx) }),
})
