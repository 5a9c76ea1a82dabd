import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { accountParts } from '#app/session/parts.ts'
import { sendConfirmation } from '#server/accounts/emails/own-email.ts'

export const action = post(
  ownAccount({
    summary: 'Have the link sent again that confirms your email',
    answer: z.object({ email: z.string() }),
    run: ({ app, ...own }) => sendConfirmation(accountParts(app), own),
  }),
)
