import { anonymous } from '#app/http/anonymous.ts'
import { post } from '#app/http/calls.ts'
import { registrationStatus } from '#app/http/shapes.ts'
import { accountParts } from '#app/session/parts.ts'
import { checkInput } from '#server/accounts/registration-contract.ts'
import { checkEmail } from '#server/accounts/sign-in/register.ts'

export const action = post(
  anonymous({
    summary: 'How to sign in with an email address',
    body: checkInput,
    answer: registrationStatus,
    run: ({ app, site, body, device }) => checkEmail(accountParts(app), site, body.email, device),
  }),
)
