import { registerInput } from '#server/accounts/registration-contract.ts'
import { register } from '#server/accounts/sign-in/register.ts'
import { anonymous } from '../http/anonymous.ts'
import { post } from '../http/calls.ts'
import { accountParts } from '../session/parts.ts'

/** Answers alike when it was done before. */
export const action = post(
  anonymous({
    summary: 'Register',
    body: registerInput,
    answer: null,
    run: ({ app, site, body, device }) => register(accountParts(app), site, body, device),
  }),
)
