import { expiredCookie } from './cookie.ts'
import { expiredFactorCookie } from './factor-cookie.ts'
import { expiredHelloCookie } from './hello-cookie.ts'
import { expiredJourneyCookie } from './journey-cookie.ts'

/**
 * What a browser is told when a session ends: nothing of it stays behind (ASVS V14.3.1). Its cookies are named one by one,
 * since "cookies" would take those of the whole domain: other clubs' sessions, and the mark of a known device, which says
 * nothing of the session and keeps guessing strangers from locking the owner out.
 */
export const signOutReply = (more: Record<string, string> = {}) =>
  new Headers([
    ...[expiredCookie(), expiredFactorCookie(), expiredHelloCookie(), expiredJourneyCookie()].map(
      (cookie): [string, string] => ['set-cookie', cookie],
    ),
    ['clear-site-data', '"cache", "storage"'],
    ...Object.entries(more),
  ])
