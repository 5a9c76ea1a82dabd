import * as z from 'zod'
import { listFactors } from '#server/accounts/factors/queries.ts'
import { get } from '../http/calls.ts'
import { ownAccount } from '../http/own-account.ts'
import { instant, wholeNumber } from '../http/shapes.ts'
import { factorParts } from '../session/parts.ts'

const factors = z.object({
  totp: z.object({ since: instant }).nullable(),
  passkeys: z.array(
    z.object({ id: wholeNumber, name: z.string(), created_at: instant, last_used_at: instant.nullable() }),
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
