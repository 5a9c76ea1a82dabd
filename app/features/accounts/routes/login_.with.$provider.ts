import { redirect } from '@remix-run/node'
import { publicLoader } from '#app/http/public-action.ts'
import { ownPath } from '#app/http/screen.ts'
import { journeyCookie } from '#app/session/cookies.ts'
import { addressOf } from '#app/session/device.ts'
import { paths } from '#app/shell/paths.ts'
import { startAuthorization } from '#server/accounts/social/openid.ts'
import { providerAccess } from '#server/accounts/social/providers.ts'
import { hereOrigin } from '#server/engine/kernel/config.ts'

/** Redirects to the provider. Stores nothing here: this browser's cookie holds the state. */
export const loader = publicLoader(async (app, site, { params, request }) => {
  const secret = app.config.SESSION_SECRET
  await app.limits.take('social', { site: site.id, ip: addressOf(request) })
  const access = await app.withSite(site.id, (db) => providerAccess(db, secret, params.provider ?? ''))
  const back = `${hereOrigin(app.config, site)}${paths.socialDone}`
  const { to, journey } = await startAuthorization(access, back, app.config.devRoutes)
  const next = new URL(request.url).searchParams.get('next')
  const kept = { ...journey, site: site.id, provider: access.provider, next: next && ownPath(next) }
  return redirect(to, { headers: { 'set-cookie': journeyCookie(secret, kept) } })
})
