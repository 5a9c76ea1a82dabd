import { changeOwnPassword, ownPasswordChange } from '#server/accounts/own-password.ts'
import { parse } from '../http/parse.ts'
import { personEdge } from '../http/person-edge.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'

/** PUT {password, new_password} */
export const action = personEdge(['PUT'], async ({ app, request, body, ...own }) => {
  await changeOwnPassword(accountParts(app), own, parse(ownPasswordChange, body), deviceOf(request))
  return {}
})
export const loader = action
