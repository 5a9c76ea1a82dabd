import type { QuotaLimits } from '#server/engine/kernel/quota-limits.pure.ts'
import { readSiteUses, setSiteQuotas } from '#server/platform/sites.ts'
import { test as base } from './messages/sending.ts'

export const NONE: QuotaLimits = { people: null, texts: null, emails: null, storage: null }

/** A site, at 09:00 UTC, whose quotas a test sets and whose uses it reads. */
export const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-12T09:00:00Z') as Date | null)
  .extend('limit', ({ world, site }) => async (quotas: Record<string, number | null>) => {
    await setSiteQuotas({ pool: world.pool('platform'), now: world.clock.now() }, site.slug, quotas)
    Object.assign(site, quotas)
  })
  .extend('uses', ({ world, site }) => async (defaults = NONE) => {
    const read = await readSiteUses({ pool: world.pool('platform'), now: world.clock.now() }, site.slug, defaults)
    return Object.fromEntries(read.map(({ quota, used }) => [quota, used]))
  })
