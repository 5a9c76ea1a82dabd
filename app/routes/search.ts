import { searchQuery } from '#server/search/contract.ts'
import { findByName } from '#server/search/queries.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

/** What the command palette finds: people, events and series whose name contains `q`. */
export const loader = api({
  methods: ['GET', 'HEAD'],
  requires: 'member',
  access: 'read',
  handle: async (ctx, { url }) => ({
    found: await findByName(ctx, parse(searchQuery, Object.fromEntries(url.searchParams)).q),
  }),
})
