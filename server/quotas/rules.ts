import { parseSize, sizeText } from '#server/engine/kernel/byte-size.pure.ts'
import { QUOTAS, type QuotaLimits, type QuotaName } from '#server/engine/kernel/quota-limits.pure.ts'

/** What a site uses, and its limit; null for none. */
export type QuotaUse = { quota: QuotaName; used: number; limit: number | null }

/** Limits of one site; null means the platform's default. */
export type SiteQuotas = Record<`quota_${QuotaName}`, number | null>

const NEAR = 0.8

/** `near` from 80 % of the limit on, `full` at it; null below, and without a limit. */
export function quotaLevel({ used, limit }: Pick<QuotaUse, 'used' | 'limit'>): 'near' | 'full' | null {
  if (limit === null) return null
  return used >= limit ? 'full' : used >= limit * NEAR ? 'near' : null
}

/** The limits of a site: its own, else the defaults; null for none. */
export const limitsOf = (site: Partial<SiteQuotas>, defaults: Partial<QuotaLimits> = {}): QuotaLimits => ({
  people: site.quota_people ?? defaults.people ?? null,
  texts: site.quota_texts ?? defaults.texts ?? null,
  emails: site.quota_emails ?? defaults.emails ?? null,
  storage: site.quota_storage ?? defaults.storage ?? null,
})

const amount = (quota: QuotaName, n: number) => (quota === 'storage' ? sizeText(n) : n.toLocaleString('en-GB'))

export const QUOTA_LABELS: Readonly<Record<QuotaName, string>> = {
  people: 'Active people',
  texts: 'Texts this month',
  emails: 'Emails today',
  storage: 'Pictures and files',
}

/** "170 of 200", "1.2 GB, no limit". */
export const usageText = ({ quota, used, limit }: QuotaUse): string =>
  limit === null ? `${amount(quota, used)}, no limit` : `${amount(quota, used)} of ${amount(quota, limit)}`

/** What the limit ends, and what it does not. */
export const AT_THE_LIMIT: Readonly<Record<QuotaName, string>> = {
  people: 'At the limit no one can be added; registrations still wait for an admin.',
  texts: 'At the limit no text can go to many people; reminders and notices of shifts are still sent.',
  emails:
    'At the limit no email can go to many people and no one can be invited; reminders and notices of shifts are still sent.',
  storage: 'At the limit no more can be uploaded.',
}

/** One line on a quota that is near its limit or at it, for admins; null below. */
export const nearText = (use: QuotaUse): string | null =>
  quotaLevel(use) && `${QUOTA_LABELS[use.quota]}: ${usageText(use)}. ${AT_THE_LIMIT[use.quota]}`

/**
 * Refuses what would add to a quota.
 * @param more how many people, emails or texts, or the bytes.
 * @returns why; null where it fits.
 */
export function overQuotaText({ quota, used, limit }: QuotaUse, more: number): string | null {
  if (limit === null || more <= 0 || used + more <= limit) return null
  const most = amount(quota, limit)
  if (quota === 'people')
    return `This site can have ${most} active people and has ${amount(quota, used)}. Make someone inactive first, or have the limit raised.`
  if (quota === 'storage')
    return `This site can store ${most} of pictures and files, and this one has no room. Remove some first, or have the limit raised.`
  const left = Math.max(0, limit - used)
  const period = quota === 'emails' ? 'a day' : 'a month'
  return `This site can send ${most} ${quota} ${period}, reminders and notices included, and ${left === 0 ? 'none' : left.toLocaleString('en-GB')} ${left === 1 ? 'is' : 'are'} left.`
}

const MAX_COUNT = 2_147_483_647

/**
 * Reads a limit from the command line: a whole number, a size for `storage`, or "default".
 * @returns null for the default; undefined for anything else.
 */
export function readLimit(quota: QuotaName, text: string): number | null | undefined {
  if (text === 'default') return null
  if (quota === 'storage') return parseSize(text) ?? undefined
  return /^\d{1,10}$/.test(text) && Number(text) <= MAX_COUNT ? Number(text) : undefined
}

export const usesOf = (used: Readonly<Record<QuotaName, number>>, limits: QuotaLimits): QuotaUse[] =>
  QUOTAS.map((quota) => ({ quota, used: used[quota], limit: limits[quota] }))
