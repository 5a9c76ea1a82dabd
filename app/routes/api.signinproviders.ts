import { listProviders } from '#server/accounts/social/providers.ts'
import { api } from '../http/api.ts'

/** GET: the site's sign-in providers without their secrets, for admins. */
export const loader = api({
  methods: ['GET'],
  requires: 'admin',
  access: 'read',
  handle: async (ctx) => {
    const providers = await listProviders(ctx.db)
    return {
      count: providers.length,
      order: providers.map(({ provider }) => provider),
      results: { signinproviders: Object.fromEntries(providers.map((row) => [row.provider, row])) },
    }
  },
})
export const action = loader
