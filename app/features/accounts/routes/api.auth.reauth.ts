import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { type OwnAccountInput, ownAccount } from '#app/http/own-account.ts'
import { parse } from '#app/http/parse.ts'
import { accountParts, factorParts, siteRelyingParty } from '#app/session/parts.ts'
import { verifyPasskey } from '#server/accounts/factors/passkeys.ts'
import { passkeyInput } from '#server/accounts/factors-contract.ts'
import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { confirmPassword, passwordInput, recordReauthentication } from '#server/accounts/sign-in/reauth.ts'
import { invalid } from '#server/engine/kernel/errors.ts'

type Proof = z.output<typeof passkeyInput> | z.output<typeof passwordInput>

async function prove({ app, device, who, account, body }: OwnAccountInput<Proof>): Promise<'password' | 'passkey'> {
  if ('response' in body) {
    const proved = await verifyPasskey(factorParts(app), siteRelyingParty(app, who.site), who.site.id, body)
    if (proved.account !== account) throw invalid({ response: ['This passkey does not belong to your account.'] })
    return 'passkey'
  }
  await confirmPassword(accountParts(app), who, account, body.password, device)
  return 'password'
}

/** Counts as recent proof of the person for ten minutes. */
export const action = post(
  ownAccount({
    summary: 'Confirm it’s you, with a password or passkey',
    body: {
      schema: z.union([passwordInput, passkeyInput]),
      parseBody: (body): Proof =>
        typeof body === 'object' && body !== null && 'response' in body
          ? parse(passkeyInput, body)
          : parse(passwordInput, body),
    },
    answer: null,
    run: async (input) => {
      refuseWhileImpersonating(input.who)
      const way = await prove(input)
      await input.inSite((ctx) => recordReauthentication(ctx, way))
    },
  }),
)
