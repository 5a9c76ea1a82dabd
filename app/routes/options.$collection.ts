import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

const query = z.object({
  search: boundedText({ max: 200 }).optional(),
  all: z.literal('true').transform(Boolean).optional(),
})

/** What the searchable selects of admins offer: 50 labels that contain the search; with `all` those too that are no longer picked. */
export const loader = api({
  methods: ['GET', 'HEAD'],
  requires: 'admin',
  access: 'read',
  handle: async (ctx, { params, url, app }) => {
    const name = params.collection ?? ''
    if (!app.collections.has(name)) throw notFound()
    return app.collections.options(ctx, name, parse(query, Object.fromEntries(url.searchParams)))
  },
})
