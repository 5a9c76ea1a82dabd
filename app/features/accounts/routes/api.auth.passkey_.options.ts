import { anonymous } from '#app/http/anonymous.ts'
import { post } from '#app/http/calls.ts'
import { passkeyChallenge } from '#app/http/shapes.ts'
import { factorParts, siteRelyingParty } from '#app/session/parts.ts'
import { startPasskeyStep } from '#server/accounts/factors/second-step.ts'
import { ticketInput } from '#server/accounts/factors-contract.ts'

/** With a ticket: for the account's passkeys; without: for any that the user chooses. */
export const action = post(
  anonymous({
    summary: 'A challenge for signing in with a passkey',
    body: ticketInput.partial(),
    answer: passkeyChallenge,
    run: async ({ app, site, body, device }) => {
      await app.limits.take('passkey_challenge', { site: site.id, ip: device.ip })
      return startPasskeyStep(factorParts(app), siteRelyingParty(app, site), site, body.ticket)
    },
  }),
)
