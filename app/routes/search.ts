import * as z from 'zod'
import { searchQuery } from '#server/search/contract.ts'
import { findByName, findOnNow } from '#server/search/queries.ts'
import { get } from '../http/calls.ts'

export const loader = get({
  summary:
    'What the command palette finds: people, events, series, assignments, competencies and saved views whose name contains `q`; without `q`, for admins, who is on a shift now, with their number',
  requires: 'member',
  query: searchQuery,
  answer: z.object({ found: z.array(z.unknown()) }),
  run: async (ctx, { query }) => ({
    found: await (query.q.trim() ? findByName(ctx, query.q) : findOnNow(ctx)),
  }),
})
