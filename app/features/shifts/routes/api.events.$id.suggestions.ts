import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { parse } from '#app/http/parse.ts'
import { held, wholeNumber } from '#app/http/shapes.ts'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { shiftToFillQuery } from '#server/shifts/suggestions/contract.ts'
import { suggestFor } from '#server/shifts/suggestions/queries.ts'
import { readShiftToFill } from '#server/shifts/suggestions/shift-to-fill.ts'

const reason = z.object({ code: z.string(), words: z.string() })
const suggestion = z.object({
  person: wholeNumber,
  name: z.string(),
  avatar: z.string().nullable(),
  fits: z.boolean(),
  comments: z.string().nullable(),
  requested: z.boolean(),
  held,
  month_count: wholeNumber,
  for: z.array(reason),
  against: z.array(reason),
})

/** For all open shifts of the event, or for the edited one in the query. */
export const loader = get({
  summary: 'Who could fill the open shifts',
  requires: 'admin',
  isHeavy: true,
  parameters: z.object({
    shift: wholeNumber.optional(),
    role: wholeNumber.optional(),
    assignment: wholeNumber.optional(),
    start: z.string().optional().meta({ description: 'The time of an unsaved shift, on the wall clock.' }),
    end: z.string().optional(),
    search: z.string().optional().meta({ description: 'Only people whose name contains this.' }),
  }),
  answer: z.record(z.string(), z.object({ suggestions: z.array(suggestion), more: wholeNumber })),
  run: (ctx, { id, url }) => {
    const clock = callersClock(ctx)
    if (!url.searchParams.has('start')) return suggestFor(ctx.db, { event: id, clock })
    const query = parse(shiftToFillQuery, Object.fromEntries(url.searchParams))
    const targets = [readShiftToFill(query, clock.zone)]
    return suggestFor(ctx.db, { event: id, clock, targets, search: query.search, limit: 40 })
  },
})
