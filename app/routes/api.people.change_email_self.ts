import * as z from 'zod'
import { ownEmailChange, requestEmailChange } from '#server/accounts/own-email.ts'
import { put } from '../http/calls.ts'
import { ownAccount } from '../http/own-account.ts'
import { accountParts } from '../session/account-parts.ts'

export const action = put(
  ownAccount({
    summary: 'Change your email; a link to the new one confirms it',
    body: ownEmailChange,
    answer: z.object({ pending_email: z.string() }),
    run: async ({ app, body, device, ...own }) => {
      await requestEmailChange(accountParts(app), own, body, device)
      return { pending_email: body.email }
    },
  }),
)
