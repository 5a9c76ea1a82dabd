import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SiteId } from '#server/tenancy/site.ts'

/** A shared device remembers this many people. */
const MOST = 4

const mark = (secret: string, site: SiteId, email: string, nonce: string) =>
  createHmac('sha256', secret).update(`device:${site}:${email}:${nonce}`).digest('base64url')

/** Adds `email` to what a device shows when it asks to sign in; it proves nothing but that somebody succeeded here before. */
export function rememberDevice(secret: string, site: SiteId, email: string, before: string | null | undefined): string {
  if (before && isKnownDevice(secret, site, email, before)) return before
  const nonce = randomBytes(12).toString('base64url')
  return [`${nonce}.${mark(secret, site, email, nonce)}`, ...(before ?? '').split('~').filter(Boolean)]
    .slice(0, MOST)
    .join('~')
}

export function isKnownDevice(secret: string, site: SiteId, email: string, shown: string): boolean {
  return shown.split('~').some((part) => {
    const [nonce = '', given = ''] = part.split('.')
    const [a, b] = [Buffer.from(given), Buffer.from(mark(secret, site, email, nonce))]
    return a.length === b.length && timingSafeEqual(a, b)
  })
}

/** What the sign-ins of a known device are counted by. */
export const knownDeviceKey = (email: string, shown: string) =>
  createHash('sha256').update(`${email}:${shown}`).digest('base64url')
