import { redirect } from '@remix-run/node'
import type { SiteSession } from '#server/accounts/open-site-session.ts'
import { sessionCookie } from './cookie.ts'
import { deviceCookie } from './device.ts'
import { expiredFactorCookie } from './factor-cookie.ts'
import { expiredHelloCookie } from './hello-cookie.ts'
import { expiredJourneyCookie } from './journey-cookie.ts'

/**
 * Lets a browser in, whichever way it came: its session's cookie, the mark by which it is known the next time, and none of
 * the cookies of the way there.
 * @param to the site's own path that it came for.
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
