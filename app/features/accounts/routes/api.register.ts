import { anonymous } from '#app/http/anonymous.ts'
import { post } from '#app/http/calls.ts'
import { accountParts } from '#app/session/parts.ts'
import { registerInput } from '#server/accounts/registration-contract.ts'
import { register } from '#server/accounts/sign-in/register.ts'

/** Idempotent. */
export const action = post(
  anonymous({
    summary: 'Register',
    body: registerInput,
    answer: null,
    run: ({ app, site, body, device }) => register(accountParts(app), site, body, device),
  }),
)
