import { passkeyInput } from '#server/accounts/factors/contract.ts'
import { checkPasskey } from '#server/accounts/factors/passkeys.ts'
import { confirmPassword, noteSignIn, passwordInput } from '#server/accounts/reauth.ts'
import { refuseWhileImpersonating } from '#server/accounts/session-commands.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { parse } from '../http/parse.ts'
import { type PersonCall, personEdge } from '../http/person-edge.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'
import { factorParts, partyOf } from '../session/factor-parts.ts'

async function prove({ app, request, who, account, body }: PersonCall): Promise<'password' | 'passkey'> {
  if (typeof body === 'object' && body !== null && 'response' in body) {
    const given = parse(passkeyInput, body)
    const proved = await checkPasskey(factorParts(app), partyOf(app, who.site), who.site.id, given)
    if (proved.account !== account) throw invalid({ response: ['This passkey does not belong to your account.'] })
    return 'passkey'
  }
  const { password } = parse(passwordInput, body)
  await confirmPassword(accountParts(app), who, account, password, deviceOf(request))
  return 'password'
}

/** POST {password} or {ticket, response} of a passkey: for ten minutes, what needs proof of the person goes through. */
export const action = personEdge(['POST'], async (call) => {
  refuseWhileImpersonating(call.who)
  const by = await prove(call)
  await call.inSite((ctx) => noteSignIn(ctx, by))
  return null
})
export const loader = action
