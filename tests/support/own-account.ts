import type { OwnAccount } from '#server/accounts/own-password.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { openFor } from './sign-in.ts'
import { log, type World } from './world.ts'

/** A signed-in person's own calls, as the edge builds them: several short transactions of their site. */
export async function ownAccountOf(world: World, site: Site, person: { id: number }) {
  const session = await openFor(world, site, person)
  const who = {
    site,
    actor: session.actor,
    clock: world.clock,
    log,
    wake: (job: (typeof world.woken)[number]) => void world.woken.push(job),
  }
  const own: OwnAccount = {
    who,
    account: session.actor.person.account_id ?? 0,
    inSite: (work) => world.withSite(site.id, (db) => work({ ...who, db }), { access: 'write' }),
  }
  return { ...own, session }
}

export const realLimits = (world: World) =>
  createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
