import * as z from 'zod'
import { providerInput, providerName } from '#server/accounts/social/contract.ts'
import { removeProvider, saveProvider } from '#server/accounts/social/providers.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

const name = z.object({ provider: providerName })

/** PUT adds or changes a sign-in provider, DELETE takes it away; for admins. */
export const action = api({
  methods: ['PUT', 'DELETE'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { request, params, body, app }) => {
    const { provider } = parse(name, params)
    if (request.method === 'DELETE') await removeProvider(ctx, provider)
    else await saveProvider(ctx, app.config.SESSION_SECRET, provider, parse(providerInput, body))
    return null
  },
})
export const loader = action
