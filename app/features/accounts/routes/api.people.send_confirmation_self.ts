import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { accountParts } from '#app/session/parts.ts'
import { sendConfirmation } from '#server/accounts/emails/own-email.ts'

export const action = post(
  ownAccount({
    summary: 'Send the link that confirms your email again',
    answer: z.object({ email: z.string() }),
    run: ({ app, ...own }) => sendConfirmation(accountParts(app), own),
  }),
)
