import * as z from 'zod'
import { anonymous } from '#app/http/anonymous.ts'
import { calls, post, put } from '#app/http/calls.ts'
import { accountParts } from '#app/session/parts.ts'
import { checkResetToken } from '#server/accounts/passwords/reset.ts'
import { resetCheckInput } from '#server/accounts/registration-contract.ts'

const check = anonymous({
  summary: 'Find out whose link this is',
  body: resetCheckInput,
  answer: z.object({ email: z.string() }),
  run: ({ app, site, body, device }) => checkResetToken(accountParts(app), site, body.token, device),
})

export const action = calls(put(check), post(check))
