import { anonymous } from '#app/http/anonymous.ts'
import { calls, post, put } from '#app/http/calls.ts'
import { detail } from '#app/http/shapes.ts'
import { afterAnswer } from '#app/session/after-answer.ts'
import { accountParts } from '#app/session/parts.ts'
import { limitResetRequests, sendResetLink } from '#server/accounts/passwords/reset.ts'
import { resetRequestInput } from '#server/accounts/registration-contract.ts'

/** The answer is the same whether or not the email has an account. */
const request = anonymous({
  summary: 'Send a link to choose a new password',
  body: resetRequestInput,
  answer: detail,
  run: async ({ app, site, body: { email }, device }) => {
    const parts = accountParts(app)
    await limitResetRequests(parts, site, email, device)
    afterAnswer(app, 'reset link not sent', () => sendResetLink(parts, site, email))
    return { detail: 'If this email belongs to an account here, a link is on its way.' }
  },
})

export const action = calls(put(request), post(request))
