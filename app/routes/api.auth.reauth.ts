import { noteSignIn, passwordHashOf, passwordInput } from '#server/accounts/reauth.ts'
import { refuseWhileImpersonating } from '#server/accounts/session-commands.ts'
import { invalid } from '#server/kernel/errors.ts'
import { parse } from '../http/parse.ts'
import { personEdge } from '../http/person-edge.ts'

/** POST {password}: for ten minutes, what needs proof of the person goes through. */
export const action = personEdge(['POST'], async ({ app, who, account, body, inSite }) => {
  refuseWhileImpersonating(who)
  const { password } = parse(passwordInput, body)
  const hash = await passwordHashOf(app.pools.auth, account)
  if (!(await app.passwords.verify(hash, password))) throw invalid({ password: ['The password is incorrect.'] })
  await inSite((ctx) => noteSignIn(ctx, 'password'))
  return null
})
export const loader = action
