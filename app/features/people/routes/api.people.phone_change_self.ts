import * as z from 'zod'
import { calls, post, put } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { accountParts } from '#app/session/parts.ts'
import { changeOwnPhone } from '#server/people/phone/commands.ts'
import { phoneChange } from '#server/people/phone/contract.ts'

/** `verify`: whether a code was sent; `detail`: why a stored number stays unverified. */
const change = ownAccount({
  summary: 'Change your phone',
  body: phoneChange,
  answer: z.object({ verify: z.boolean(), detail: z.string().optional() }),
  run: ({ app, body, ...own }) =>
    changeOwnPhone({ ...accountParts(app), codeCountries: app.config.SMS_CODE_COUNTRIES }, own, body),
})

export const action = calls(put(change), post(change))
