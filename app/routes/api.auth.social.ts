import { socialInput } from '#server/accounts/social/contract.ts'
import { endJourney } from '#server/accounts/social/openid.ts'
import { providerAccess } from '#server/accounts/social/providers.ts'
import { signInWithEmail } from '#server/accounts/social/sign-in.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'
import { signedIn } from '../session/signed-in.ts'

/** POST {provider, code, redirect_uri, code_verifier, nonce}: tokens, or `{status}` as `register/check` answers. */
export const action = (args: ApiArgs) =>
  apiEdge(args, ['POST'], async (app, site) => {
    const input = parse(socialInput, await readSignIn(args.request))
    const device = deviceOf(args.request)
    await app.limits.take('social', { site: site.id, ip: device.ip })
    const secret = app.config.SESSION_SECRET
    const access = await app.withSite(site.id, (db) => providerAccess(db, secret, input.provider))
    const came = new URL(input.redirect_uri)
    came.searchParams.set('code', input.code)
    const journey = { nonce: input.nonce, verifier: input.code_verifier }
    const email = await endJourney(access, came, journey, app.config.devRoutes)
    const outcome = await signInWithEmail(accountParts(app), site, email, device)
    if (outcome.kind === 'unknown') return json({ status: outcome.status })
    return json(await app.withSite(site.id, (db) => signedIn(db, site, outcome.session)))
  })
export const loader = action
