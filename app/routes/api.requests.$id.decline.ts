import { declineRequest } from '#server/requests/answer/commands.ts'
import { declineAsk } from '#server/requests/answer/contract.ts'
import { api } from '../http/api.ts'
import { idFrom, parse } from '../http/parse.ts'

/** Declines, with an optional reason; the person is told once. */
export const action = api({
  methods: ['PUT'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params, body, app }) => {
    const id = idFrom(params.id)
    await declineRequest(ctx, id, parse(declineAsk, body).reason)
    return app.collections.get(ctx, 'requests', id)
  },
})
export const loader = action
