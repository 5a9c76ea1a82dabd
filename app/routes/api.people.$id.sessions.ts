import { endSessionsOf } from '#server/accounts/session-commands.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

/** DELETE: an admin signs a person out of this site on every device. */
export const action = api({
  methods: ['DELETE'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params }) => {
    await endSessionsOf(ctx, idFrom(params.id))
    return null
  },
})
export const loader = action
