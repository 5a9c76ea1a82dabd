import { ownEmailChange, requestEmailChange } from '#server/accounts/own-email.ts'
import { parse } from '../http/parse.ts'
import { personEdge } from '../http/person-edge.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'

/** PUT {email, password}: a link goes to the new address; the answer says which. */
export const action = personEdge(['PUT'], async ({ app, request, body, ...own }) => {
  const input = parse(ownEmailChange, body)
  await requestEmailChange(accountParts(app), own, input, deviceOf(request))
  return { pending_email: input.email }
})
export const loader = action
