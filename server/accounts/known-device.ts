import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SiteId } from '#server/engine/tenancy/site.ts'

/** A shared device remembers this many people. */
const MOST = 4

const mark = (secret: string, site: SiteId, email: string, nonce: string) =>
  createHmac('sha256', secret).update(`device:${site}:${email}:${nonce}`).digest('base64url')

/** Adds `email` to what a device shows when it asks to sign in; it proves nothing but that somebody succeeded here before. */
export function rememberDevice(secret: string, site: SiteId, email: string, before: string | null | undefined): string {
  if (before && knownMark(secret, site, email, before)) return before
  const nonce = randomBytes(12).toString('base64url')
  return [`${nonce}.${mark(secret, site, email, nonce)}`, ...(before ?? '').split('~').filter(Boolean)]
    .slice(0, MOST)
    .join('~')
}

/** The mark of this email among those that a device shows; null when it was never used for it. */
export function knownMark(secret: string, site: SiteId, email: string, shown: string): string | null {
  const mine = shown.split('~').find((part) => {
    const [nonce = '', given = '', ...more] = part.split('.')
    const [a, b] = [Buffer.from(given), Buffer.from(mark(secret, site, email, nonce))]
    return !more.length && a.length === b.length && timingSafeEqual(a, b)
  })
  return mine ?? null
}

/** What the sign-ins of a known device are counted by: its mark alone, so that nothing added to it makes it another device. */
export const knownDeviceKey = (email: string, mark: string) =>
  createHash('sha256').update(`${email}:${mark}`).digest('base64url')
