import { redirect } from '@remix-run/node'
import type { SiteSession } from '#server/accounts/open-site-session.ts'
import { sessionCookie } from './cookie.ts'
import { deviceCookie } from './device.ts'
import { expiredFactorCookie } from './factor-cookie.ts'
import { expiredHelloCookie } from './hello-cookie.ts'
import { expiredJourneyCookie } from './journey-cookie.ts'

/**
 * Redirects a browser that has just signed in, in whichever way: sets its session's cookie and the mark of a known device,
 * and removes the cookies of the sign-in.
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
