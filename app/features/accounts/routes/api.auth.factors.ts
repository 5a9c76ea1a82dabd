import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { instant, wholeNumber } from '#app/http/shapes.ts'
import { factorParts } from '#app/session/parts.ts'
import { listFactors } from '#server/accounts/factors/queries.ts'

const factors = z.object({
  totp: z.object({ since: instant }).nullable(),
  passkeys: z.array(
    z.object({
      id: wholeNumber,
      name: z.string(),
      created_at: instant,
      last_used_at: instant.nullable(),
      domain: z.string().describe('The name at which it works, and at the names below it'),
    }),
  ),
  recovery_codes: wholeNumber,
  required: z.boolean(),
})

export const loader = get(
  ownAccount({
    summary: 'Your second factors',
    answer: factors,
    run: ({ app, account }) => listFactors(factorParts(app), account),
  }),
)
