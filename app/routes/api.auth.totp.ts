import { renderSVG } from 'uqr'
import { factorChanged } from '#server/accounts/factors/changed.ts'
import { beginTotp, confirmTotp, removeTotp } from '#server/accounts/factors/commands.ts'
import { codeInput } from '#server/accounts/factors/contract.ts'
import { totpAddress } from '#server/accounts/factors/totp.ts'
import { requireOwner } from '#server/accounts/recent-sign-in.ts'
import { parse } from '../http/parse.ts'
import { type PersonCall, personEdge } from '../http/person-edge.ts'
import { factorParts } from '../session/factor-parts.ts'

/** A secret, its address, and the picture of the address that an app scans. */
async function begin({ app, who, account }: PersonCall) {
  const secret = await beginTotp(factorParts(app), account)
  const email = who.actor.kind === 'person' ? who.actor.person.email : ''
  const address = totpAddress(secret, who.site.name, email)
  return {
    secret,
    address,
    picture: `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(address, { border: 2 }))}`,
  }
}

async function confirm({ app, account, body, inSite }: PersonCall) {
  const { code } = parse(codeInput, body)
  const recovery_codes = await confirmTotp(factorParts(app), account, code)
  await inSite((ctx) => factorChanged(ctx, 'totp.add'))
  return { recovery_codes }
}

async function remove({ app, account, inSite }: PersonCall) {
  await removeTotp(factorParts(app), account)
  await inSite((ctx) => factorChanged(ctx, 'totp.remove'))
  return null
}

const STEPS: Record<string, (call: PersonCall) => Promise<unknown>> = { POST: begin, PUT: confirm, DELETE: remove }

/** POST begins to set up an authenticator app, PUT {code} finishes it, DELETE takes it away. */
export const action = personEdge(Object.keys(STEPS), async (call) => {
  await call.inSite(requireOwner)
  return STEPS[call.request.method]?.(call)
})
export const loader = action
