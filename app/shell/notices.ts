import type { PlatformNotice } from '#server/engine/tenancy/resolve-site.ts'

/** A notice to all clubs as a page shows it. Instants are ISO texts. */
export type ShownNotice = Pick<PlatformNotice, 'text' | 'starts_at' | 'ends_at'> & {
  /** Its id and revision. */
  id: string
}

/** Names the notices that were dismissed in this browser. */
export const NOTICES_COOKIE = 'notices'
export const NOTICES_COOKIE_FORM = /^[\d.-]{1,400}$/

const MAX_DISMISSED = 10

const keysIn = (cookie: string | null): string[] => (cookie ?? '').split('.').filter(Boolean)

/** The cookie's value once the notice `key` is dismissed, too. */
export const withDismissed = (cookie: string | null, key: string): string =>
  [...keysIn(cookie).filter((other) => other !== key), key].slice(-MAX_DISMISSED).join('.')

/** Picks the notices for a signed-in reader, `admin` in the admin view, that are shown at `now`. */
export function noticesFor(
  notices: readonly PlatformNotice[],
  { admin, now, dismissed }: { admin: boolean; now: Date; dismissed: string | null },
): ShownNotice[] {
  const hidden = keysIn(dismissed)
  return notices.flatMap(({ id, revision, text, audience, shown_from, starts_at, ends_at }) => {
    const key = `${id}-${revision}`
    const lasts = Date.parse(shown_from) <= now.getTime() && now.getTime() < Date.parse(ends_at)
    const isFor = audience === 'everyone' || admin
    return lasts && isFor && !hidden.includes(key) ? { id: key, text, starts_at, ends_at } : []
  })
}
