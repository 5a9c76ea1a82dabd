import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { wholeNumber } from '#app/http/shapes.ts'
import { timesheetQuery } from '#server/timesheets/contract.ts'
import { readTimesheet } from '#server/timesheets/queries.ts'

const day = z.string().meta({ format: 'date' })
const added = { shifts: wholeNumber, hours: z.number(), by_month: z.array(z.number()) }

export const loader = get({
  summary: 'Hours in a period by person and by month',
  requires: 'admin',
  query: timesheetQuery,
  answer: z.object({
    start: day,
    end: day,
    months: z.array(z.string()),
    people: z.array(z.object({ person: wholeNumber, name: z.string(), ...added })),
    total: z.object({ people: wholeNumber, ...added }),
  }),
  run: (ctx, { query }) => readTimesheet(ctx, query),
})
