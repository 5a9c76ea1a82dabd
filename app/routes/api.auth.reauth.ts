import { confirmPassword, noteSignIn, passwordInput } from '#server/accounts/reauth.ts'
import { refuseWhileImpersonating } from '#server/accounts/session-commands.ts'
import { parse } from '../http/parse.ts'
import { personEdge } from '../http/person-edge.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'

/** POST {password}: for ten minutes, what needs proof of the person goes through. */
export const action = personEdge(['POST'], async ({ app, request, who, account, body, inSite }) => {
  refuseWhileImpersonating(who)
  const { password } = parse(passwordInput, body)
  await confirmPassword(accountParts(app), who, account, password, deviceOf(request))
  await inSite((ctx) => noteSignIn(ctx, 'password'))
  return null
})
export const loader = action
