import { closeOwnAccount, keepOwnAccount } from '#server/people/self/closure.ts'
import { api } from '../http/api.ts'

/** POST plans the end of one's account at this site, DELETE calls it off. */
export const action = api({
  methods: ['POST', 'DELETE'],
  requires: 'member',
  access: 'write',
  handle: async (ctx, { request }) => {
    if (request.method === 'POST') return closeOwnAccount(ctx)
    await keepOwnAccount(ctx)
    return null
  },
})
export const loader = action
