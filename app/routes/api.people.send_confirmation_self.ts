import * as z from 'zod'
import { sendConfirmation } from '#server/accounts/emails/own-email.ts'
import { post } from '../http/calls.ts'
import { ownAccount } from '../http/own-account.ts'
import { accountParts } from '../session/parts.ts'

export const action = post(
  ownAccount({
    summary: 'Have the link sent again that confirms your email',
    answer: z.object({ email: z.string() }),
    run: ({ app, ...own }) => sendConfirmation(accountParts(app), own),
  }),
)
