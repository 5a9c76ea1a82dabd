import * as z from 'zod'
import { searchQuery } from '#server/search/contract.ts'
import { findByName } from '#server/search/queries.ts'
import { get } from '../http/calls.ts'

export const loader = get({
  summary:
    'What the command palette finds: people, events, series, assignments, competencies and saved views whose name contains `q`',
  requires: 'member',
  query: searchQuery,
  answer: z.object({ found: z.array(z.unknown()) }),
  run: async (ctx, { query }) => ({ found: await findByName(ctx, query.q) }),
})
