import { findActorByToken } from '#server/accounts/sessions/sessions.ts'
import { findActorByKey } from '#server/apikeys/queries.ts'
import { type Actor, NOBODY } from '#server/engine/access/actor.ts'
import type { Config } from '#server/engine/kernel/config.ts'
import { DomainError, forbidden } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { findActorByKioskSecret } from '#server/kiosks/queries.ts'
import { readSessionCookie } from './cookies.ts'

export type Credentials = { kind: 'none' } | { kind: 'access' | 'cookie' | 'key' | 'kiosk'; token: string }

/** A bearer token or a kiosk's secret counts before the cookie, so that a program is never taken for a browser. */
export function credentialsOf(request: Request): Credentials {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const token = /^Bearer ([\x21-\x7e]{1,300})$/i.exec(authorization)?.[1]
    return { kind: token?.startsWith('wb_') ? 'key' : 'access', token: token ?? '' }
  }
  const secret = request.headers.get('x-kiosk-auth')
  if (secret !== null) return { kind: 'kiosk', token: secret }
  const cookie = readSessionCookie(request.headers.get('cookie'))
  return cookie ? { kind: 'cookie', token: cookie } : { kind: 'none' }
}

/**
 * Finds the actor of the credentials. A stale cookie counts as anonymous; calls that need a person then report the
 * ended session.
 * @throws DomainError 'unauthenticated' with a code for an invalid token.
 */
export async function actorOf(db: SiteDb, site: Site, credentials: Credentials, now: Date): Promise<Actor> {
  if (credentials.kind === 'none') return NOBODY
  if (credentials.kind === 'key') return findActorByKey(db, credentials.token, now)
  if (credentials.kind === 'kiosk') return findActorByKioskSecret(db, site, credentials.token)
  try {
    return await findActorByToken(db, site, credentials.kind, credentials.token, now)
  } catch (error) {
    if (credentials.kind !== 'cookie' || !(error instanceof DomainError) || error.code !== 'unauthenticated')
      throw error
    return { kind: 'nobody', ...(error.extras.reason && { lost: error.extras.reason }) }
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write with a session cookie from any page but the site's: `Origin` must be exactly this scheme and host.
 * Bearer requests carry no ambient authority and pass.
 */
export function requireOwnOrigin(
  request: Request,
  credentials: Credentials,
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
): void {
  if (SAFE.has(request.method) || (credentials.kind !== 'none' && credentials.kind !== 'cookie')) return
  const origin = request.headers.get('origin')
  const fetchSite = request.headers.get('sec-fetch-site')
  if (credentials.kind === 'none' && origin === null && fetchSite === null) return
  const isOwnOrigin = origin === `${new URL(publicOrigin).protocol}//${request.headers.get('host')}`
  if (!isOwnOrigin || (fetchSite !== null && fetchSite !== 'same-origin' && fetchSite !== 'none'))
    throw forbidden('This request came from another page.')
}
