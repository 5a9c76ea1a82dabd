import * as z from 'zod'
import { calls, del, post, put } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { accountParts } from '#app/session/parts.ts'
import { ownEmailChange, requestEmailChange } from '#server/accounts/emails/own-email.ts'
import { cancelEmailChange, sendEmailChangeAgain } from '#server/accounts/emails/pending-email.ts'

const pending = z.object({ pending_email: z.string() })

const change = put(
  ownAccount({
    summary: 'Change your email; a link to the new one confirms it',
    body: ownEmailChange,
    answer: pending,
    run: async ({ app, body, device, ...own }) => {
      await requestEmailChange(accountParts(app), own, body, device)
      return { pending_email: body.email }
    },
  }),
)

const sendAgain = post(
  ownAccount({
    summary: 'Send the link to your new email again',
    answer: pending,
    run: async ({ app, ...own }) => ({ pending_email: (await sendEmailChangeAgain(accountParts(app), own)).email }),
  }),
)

const cancel = del(
  ownAccount({
    summary: 'Cancel an email change that is waiting to be confirmed',
    answer: null,
    run: (own) => cancelEmailChange(own),
  }),
)

export const action = calls(change, sendAgain, cancel)
