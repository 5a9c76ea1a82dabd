import * as z from 'zod'
import { changeOwnPhone } from '#server/people/phone/commands.ts'
import { phoneChange } from '#server/people/phone/contract.ts'
import { calls, post, put } from '../http/calls.ts'
import { ownAccount } from '../http/own-account.ts'
import { accountParts } from '../session/parts.ts'

/** `verify` says whether a code was sent; `detail`, why a stored number stays unverified. */
const change = ownAccount({
  summary: 'Change your phone',
  body: phoneChange,
  answer: z.object({ verify: z.boolean(), detail: z.string().optional() }),
  run: ({ app, body, ...own }) =>
    changeOwnPhone({ ...accountParts(app), codeCountries: app.config.SMS_CODE_COUNTRIES }, own, body),
})

export const action = calls(put(change), post(change))
