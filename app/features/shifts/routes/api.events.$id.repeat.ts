import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { ids } from '#app/http/shapes.ts'
import { flag } from '#server/engine/collections/flag-input.ts'
import { previewRepeat, repeatEvent } from '#server/shifts/repeat/commands.ts'
import { repeatInput } from '#server/shifts/repeat/contract.ts'

const date = z.object({
  date: z.string(),
  start: z.string(),
  end: z.string(),
  clocks: z.boolean(),
  exists: z
    .boolean()
    .meta({ description: 'An event of this name and series is on that day already, so it is not made again.' }),
})

export const action = post({
  summary: 'Repeat an event on other dates',
  requires: 'admin',
  query: z.object({ preview: flag.optional().meta({ description: 'Only lists the dates.' }) }),
  body: repeatInput,
  answer: z.union([z.object({ events: ids }), z.object({ dates: z.array(date) })]),
  run: async (ctx, { id, body, query, app }) => {
    if (query.preview) return { dates: await previewRepeat(ctx, id, body.rule) }
    return { events: await repeatEvent(ctx, app.collections, id, body) }
  },
})
