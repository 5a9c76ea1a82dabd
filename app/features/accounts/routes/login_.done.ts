import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { publicLoader } from '#app/http/public-action.ts'
import { ownPath } from '#app/http/screen.ts'
import { expiredJourneyCookie, helloCookie, readJourneyCookie } from '#app/session/cookies.ts'
import { deviceOf } from '#app/session/device.ts'
import { accountParts } from '#app/session/parts.ts'
import { redirectSignedIn } from '#app/session/replies.ts'
import { paths, withNext } from '#app/shell/paths.ts'
import { finishAuthorization } from '#server/accounts/social/openid.ts'
import { providerAccess } from '#server/accounts/social/providers.ts'
import { signInWithEmail } from '#server/accounts/social/sign-in.ts'
import { hereOrigin } from '#server/engine/kernel/config.ts'

const keptBy = ({ context: { app, site }, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>) =>
  site && readJourneyCookie(app.config.SESSION_SECRET, site.id, request.headers.get('cookie'))

/** Handles the provider's redirect. Without the cookie, someone else started the sign-in: redirects to hello. */
export const loader = publicLoader(
  async (app, site, args) => {
    const { request } = args
    const secret = app.config.SESSION_SECRET
    const kept = keptBy(args)
    if (!kept) return redirect(paths.hello)
    const device = deviceOf(request)
    await app.limits.take('social', { site: site.id, ip: device.ip })
    const access = await app.withSite(site.id, (db) => providerAccess(db, secret, kept.provider))
    const came = new URL(`${hereOrigin(app.config, site)}${paths.socialDone}${new URL(request.url).search}`)
    const email = await finishAuthorization(access, came, kept, app.config.devRoutes)
    const outcome = await signInWithEmail(accountParts(app), site, email, device)
    if (outcome.kind === 'in') return redirectSignedIn(outcome.session, ownPath(kept.next))
    const step = outcome.status === 'login-required' ? paths.login : `${paths.register}?state=${outcome.status}`
    return redirect(withNext(step, kept.next), {
      headers: new Headers([
        ['set-cookie', helloCookie(email)],
        ['set-cookie', expiredJourneyCookie()],
      ]),
    })
  },
  (args) => keptBy(args)?.next ?? null,
)
