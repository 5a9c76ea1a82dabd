import { redirect } from '@remix-run/node'
import { getCurrentUser } from '#server/accounts/queries.ts'
import type { SiteSession } from '#server/accounts/sign-in/open-site-session.ts'
import { publicSiteData } from '#server/engine/tenancy/public-site.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import {
  deviceCookie,
  expiredCookie,
  expiredFactorCookie,
  expiredHelloCookie,
  expiredJourneyCookie,
  sessionCookie,
} from './cookies.ts'

type Tokens = { access: string; refresh: string; person: number }

/** The API's response to every way of signing in: the tokens, and the person as `auth/user` returns them. */
export async function signInReply(
  db: SiteDb,
  site: Site,
  { access, refresh, person }: Tokens,
  impersonator: { id: number; name: string } | null = null,
) {
  const user = { ...(await getCurrentUser(db, person)), site: publicSiteData(site, { signedIn: true }), impersonator }
  return { access, refresh, user }
}

/**
 * Makes the browser delete everything of an ended session (ASVS V14.3.1). Names its cookies, since "cookies" would
 * delete those of the whole domain: other clubs' sessions, and the mark of a known device, which reveals nothing about
 * the session and protects the owner from being locked out by guesses.
 */
export const signOutReply = (more: Record<string, string> = {}) =>
  new Headers([
    ...[expiredCookie(), expiredFactorCookie(), expiredHelloCookie(), expiredJourneyCookie()].map(
      (cookie): [string, string] => ['set-cookie', cookie],
    ),
    ['clear-site-data', '"cache", "storage"'],
    ...Object.entries(more),
  ])

/**
 * Redirects a browser that has just signed in: sets the session's cookie and the mark of a known device, and removes
 * the cookies of the sign-in.
 * @param to the path of this site to open.
 */
export const redirectSignedIn = ({ cookie, known_device }: SiteSession, to: string) =>
  redirect(to, {
    headers: [
      sessionCookie(cookie),
      deviceCookie(known_device),
      expiredHelloCookie(),
      expiredFactorCookie(),
      expiredJourneyCookie(),
    ].map((value): [string, string] => ['set-cookie', value]),
  })
