import type { AccountParts } from '#server/accounts/parts.ts'
import { createPasswords } from '#server/accounts/password.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { NOTICE_SECRET } from './messaging.ts'
import { log, type World } from './world.ts'

/** What the commands about accounts need, on a test's own database; without limits unless asked for. */
export const accountPartsOf = (world: World, { limits = false } = {}): AccountParts => ({
  authPool: world.pool('auth'),
  withSite: world.withSite,
  passwords: createPasswords(),
  limits: createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: limits }),
  clock: world.clock,
  secret: NOTICE_SECRET,
  wake: (job) => void world.woken.push(job),
})

export const DEVICE = { ip: '192.0.2.1', user_agent: 'test' }

export const PASSWORD = 'a long enough password'

/** Gives the account of `email` a password, as if its owner had chosen it. */
export async function givePassword(world: World, parts: AccountParts, email: string, password = PASSWORD) {
  const hash = await parts.passwords.hash(password)
  await world.superuser.query('update identity.accounts set password_hash = $1 where email = $2', [hash, email])
}

/** The messages about accounts that are queued at a site, as they are stored. */
export async function queuedNotices(world: World, site: Site) {
  const { rows } = await world.superuser.query(
    "select d.kind, p.email, d.facts, d.lane, d.channel from core.deliveries d join core.people p on p.site_id = d.site_id and p.id = d.person where d.site_id = $1 and d.kind like 'account.%' order by d.id",
    [site.id],
  )
  return rows as {
    kind: string
    email: string
    lane: string
    channel: string
    facts: { title: string; derive?: { purpose: string; id: string } }
  }[]
}
