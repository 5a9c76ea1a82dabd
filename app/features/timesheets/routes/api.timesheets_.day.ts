import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { sheetShift } from '#app/http/sheet-shape.ts'
import { daySheetQuery } from '#server/timesheets/contract.ts'
import { readDaySheet } from '#server/timesheets/queries.ts'

export const loader = get({
  summary: 'A day’s shifts with their recorded times',
  requires: 'admin',
  query: daySheetQuery,
  answer: z.object({
    date: z.string().meta({ format: 'date' }),
    shifts: z.array(sheetShift),
    hours: z.number(),
  }),
  run: (ctx, { query }) => readDaySheet(ctx, query.date),
})
