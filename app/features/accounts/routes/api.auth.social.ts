import * as z from 'zod'
import { anonymous } from '#app/http/anonymous.ts'
import { post } from '#app/http/calls.ts'
import { registrationStatus, signedIn as signedInShape } from '#app/http/shapes.ts'
import { accountParts } from '#app/session/parts.ts'
import { signInReply } from '#app/session/replies.ts'
import { socialInput } from '#server/accounts/social/contract.ts'
import { finishAuthorization } from '#server/accounts/social/openid.ts'
import { providerAccess } from '#server/accounts/social/providers.ts'
import { signInWithEmail } from '#server/accounts/social/sign-in.ts'

/** Returns tokens, or `{status}` like `register/check`. */
export const action = post(
  anonymous({
    summary: 'Sign in through a provider of OpenID Connect',
    body: socialInput,
    answer: z.union([signedInShape, registrationStatus]),
    run: async ({ app, site, body, device }) => {
      await app.limits.take('social', { site: site.id, ip: device.ip })
      const secret = app.config.SESSION_SECRET
      const access = await app.withSite(site.id, (db) => providerAccess(db, secret, body.provider))
      const callback = new URL(body.redirect_uri)
      callback.searchParams.set('code', body.code)
      const journey = { nonce: body.nonce, verifier: body.code_verifier }
      const email = await finishAuthorization(access, callback, journey, app.config.devRoutes)
      const outcome = await signInWithEmail(accountParts(app), site, email, device)
      if (outcome.kind === 'unknown') return { status: outcome.status }
      return app.withSite(site.id, (db) => signInReply(db, site, outcome.session))
    },
  }),
)
