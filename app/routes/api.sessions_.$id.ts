import { endSession } from '#server/accounts/session-commands.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

/** DELETE: ends one of one's own sessions. */
export const action = api({
  methods: ['DELETE'],
  requires: 'member',
  access: 'write',
  handle: async (ctx, { params }) => {
    await endSession(ctx, idFrom(params.id))
    return null
  },
})
export const loader = action
