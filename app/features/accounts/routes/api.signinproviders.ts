import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { wholeNumber } from '#app/http/shapes.ts'
import { listProviders } from '#server/accounts/social/providers.ts'

const provider = z.object({
  provider: z.string(),
  label: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  has_secret: z.boolean(),
  active: z.boolean(),
})

export const loader = get({
  summary: 'Providers people can sign in with',
  requires: 'admin',
  answer: z.object({
    count: wholeNumber,
    order: z.array(z.string()),
    results: z.object({ signinproviders: z.record(z.string(), provider) }),
  }),
  run: async (ctx) => {
    const providers = await listProviders(ctx.db)
    return {
      count: providers.length,
      order: providers.map(({ provider }) => provider),
      results: { signinproviders: Object.fromEntries(providers.map((row) => [row.provider, row])) },
    }
  },
})
