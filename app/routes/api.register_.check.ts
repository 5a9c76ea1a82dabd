import { checkInput } from '#server/accounts/registration-contract.ts'
import { checkEmail } from '#server/accounts/sign-in/register.ts'
import { anonymous } from '../http/anonymous.ts'
import { post } from '../http/calls.ts'
import { registrationStatus } from '../http/shapes.ts'
import { accountParts } from '../session/parts.ts'

export const action = post(
  anonymous({
    summary: 'How to sign in with an email address',
    body: checkInput,
    answer: registrationStatus,
    run: ({ app, site, body, device }) => checkEmail(accountParts(app), site, body.email, device),
  }),
)
