import { startPasskeyStep } from '#server/accounts/factors/second-step.ts'
import { ticketInput } from '#server/accounts/factors-contract.ts'
import { anonymous } from '../http/anonymous.ts'
import { post } from '../http/calls.ts'
import { passkeyChallenge } from '../http/shapes.ts'
import { factorParts, siteRelyingParty } from '../session/parts.ts'

/** With a ticket: for one of the account's passkeys; without: for any that its user chooses. */
export const action = post(
  anonymous({
    summary: 'A challenge to sign in with a passkey',
    body: ticketInput.partial(),
    answer: passkeyChallenge,
    run: async ({ app, site, body, device }) => {
      await app.limits.take('passkey_challenge', { site: site.id, ip: device.ip })
      return startPasskeyStep(factorParts(app), siteRelyingParty(app, site), site, body.ticket)
    },
  }),
)
