import { createHash, randomBytes } from 'node:crypto'
import { isSignature, sign } from '#server/engine/kernel/derive.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'

/** People that one shared device is known for. */
const MAX_PEOPLE = 4

const marked = (site: SiteId, email: string, nonce: string) => `device:${site}:${email}:${nonce}`

/** Adds `email` to the device's mark, which proves only that someone signed in here before. */
export function addDeviceMark(secret: string, site: SiteId, email: string, marks: string | null | undefined): string {
  if (marks && findDeviceMark(secret, site, email, marks)) return marks
  const nonce = randomBytes(12).toString('base64url')
  return [
    `${nonce}.${sign(secret, marked(site, email, nonce)).toString('base64url')}`,
    ...(marks ?? '').split('~').filter(Boolean),
  ]
    .slice(0, MAX_PEOPLE)
    .join('~')
}

export function findDeviceMark(secret: string, site: SiteId, email: string, marks: string): string | null {
  const match = marks.split('~').find((part) => {
    const [nonce = '', signature = '', ...rest] = part.split('.')
    return !rest.length && isSignature(secret, marked(site, email, nonce), signature)
  })
  return match ?? null
}

/** Counts a known device's sign-ins. Includes only the mark, so that additions do not make it another device. */
export const deviceKey = (email: string, mark: string) =>
  createHash('sha256').update(`${email}:${mark}`).digest('base64url')
