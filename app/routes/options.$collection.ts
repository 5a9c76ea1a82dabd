import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { get } from '../http/calls.ts'

const query = z.object({
  search: boundedText({ max: 200 }).optional(),
  kind: boundedText({ max: 40 }).optional(),
  type: z.coerce.number().int().positive().optional(),
  all: z.literal('true').transform(Boolean).optional(),
})

export const loader = get({
  summary:
    'The options of a searchable select: 50 labels that contain the search; with `kind` only records of that kind, with `all` also records that can no longer be chosen; events come by time, with `type` the last one of that event type first',
  requires: 'admin',
  query,
  answer: z.array(z.unknown()),
  run: async (ctx, { params, query, app }) => {
    const name = params.collection ?? ''
    if (!app.collections.has(name)) throw notFound()
    return app.collections.options(ctx, name, query)
  },
})
