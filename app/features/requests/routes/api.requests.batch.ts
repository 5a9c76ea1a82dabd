import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { parse } from '#app/http/parse.ts'
import { ids } from '#app/http/shapes.ts'
import type { ListShape } from '#server/engine/collections/contract.ts'
import { createRequests } from '#server/requests/sign-up/commands.ts'
import { batchInput, requestInput } from '#server/requests/sign-up/contract.ts'

/** Creates the missing requests; returns the ids of all of them, and the requests themselves. */
export const action = post({
  summary: 'Request several events together',
  requires: 'member',
  body: { schema: z.array(requestInput).max(500), parseBody: (body) => parse(batchInput, body ?? []) },
  answer: { list: 'requests', more: z.object({ ids }) },
  run: async (ctx, { body, app }) => {
    const ids = await createRequests(ctx, body)
    if (!ids.length)
      return { ids, count: 0, order: [], results: { requests: {} } } satisfies ListShape & { ids: number[] }
    return { ids, ...(await app.collections.read(ctx, 'requests', { id: ids.join(','), limit: '-1', sort: 'id' })) }
  },
})
