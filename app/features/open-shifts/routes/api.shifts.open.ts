import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { byId, ids, instant, reference, wholeNumber } from '#app/http/shapes.ts'
import { openShiftsQuery } from '#server/open-shifts/contract.ts'
import { pageOfOpenShifts } from '#server/open-shifts/queries.ts'
import { OBSTACLE_CODES } from '#server/suitability/contract.ts'

const obstacle = z.object({
  code: z.enum(OBSTACLE_CODES),
  words: z.string(),
  way: z.object({ label: z.string(), path: z.string() }).optional(),
})

const openShift = z.object({
  id: wholeNumber,
  event: wholeNumber,
  person: z.null(),
  role: reference,
  assignment: reference,
  location: reference,
  start: instant,
  end: instant,
  outside: z.boolean(),
  draft: instant,
  answer: z.null(),
  requested: z.boolean(),
  can: z.boolean(),
  obstacles: z.array(obstacle),
  availability: z.enum(['available', 'unmarked', 'if_required']),
})

const named = byId(z.object({ id: wholeNumber, name: z.string().nullable() }))

export const loader = get({
  summary: 'The open shifts, and what stops you from taking each',
  requires: 'member',
  query: openShiftsQuery,
  answer: z.object({
    count: wholeNumber,
    order: ids,
    results: z.object({
      shifts: byId(openShift),
      events: byId(
        z.object({
          id: wholeNumber,
          name: z.string(),
          eventtype: reference,
          needed: z.boolean().describe('Whether it may be called off unless more people sign up by `decide_at`.'),
          needed_for: z.array(z.object({ assignment: wholeNumber, name: z.string() })),
          lacks: reference.optional().describe('How many more people it needs. For admins.'),
          lacks_of: z
            .array(z.object({ assignment: wholeNumber, name: z.string(), lacks: wholeNumber }))
            .optional()
            .describe('The same by assignment. For admins.'),
          decide_at: instant.nullable(),
        }),
      ),
      eventtypes: named,
      assignments: named,
      roles: named,
      locations: named,
    }),
  }),
  run: (ctx, { query }) => pageOfOpenShifts(ctx, query),
})
