import { expiredCookie } from './cookie.ts'
import { expiredFactorCookie } from './factor-cookie.ts'
import { expiredHelloCookie } from './hello-cookie.ts'
import { expiredJourneyCookie } from './journey-cookie.ts'

/**
 * Tells the browser to delete everything of an ended session (ASVS V14.3.1). Its cookies are named one by one, since
 * "cookies" would delete those of the whole domain: other clubs' sessions, and the mark of a known device, which says nothing
 * about the session and protects the owner from being locked out by guesses.
 */
export const signOutReply = (more: Record<string, string> = {}) =>
  new Headers([
    ...[expiredCookie(), expiredFactorCookie(), expiredHelloCookie(), expiredJourneyCookie()].map(
      (cookie): [string, string] => ['set-cookie', cookie],
    ),
    ['clear-site-data', '"cache", "storage"'],
    ...Object.entries(more),
  ])
