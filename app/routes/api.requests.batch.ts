import type { ListShape } from '#server/engine/collections/contract.ts'
import { createRequests } from '#server/requests/sign-up/commands.ts'
import { batchInput } from '#server/requests/sign-up/contract.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

/** Creates the requests that are missing; answers their ids and themselves in the list shape. */
export const action = api({
  methods: ['POST'],
  requires: 'member',
  access: 'write',
  handle: async (ctx, { body, app }) => {
    const ids = await createRequests(ctx, parse(batchInput, body ?? []))
    if (!ids.length)
      return { ids, count: 0, order: [], results: { requests: {} } } satisfies ListShape & { ids: number[] }
    const list = await app.collections.list(ctx, 'requests', { id: ids.join(','), limit: '-1', sort: 'id' })
    return { ids, ...(JSON.parse(list) as ListShape) }
  },
})
export const loader = action
