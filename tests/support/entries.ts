import { findActorByToken } from '#server/accounts/sessions/sessions.ts'
import { openEntry } from '#server/accounts/sign-in/operator-entry.ts'
import { listAudit } from '#server/audit/queries.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { test as base, type Host } from '#tests/support/operators-console.ts'
import { adminActor, type Person, type World } from '#tests/support/world.ts'

export const REASON = 'The roster of May does not open'

export type SignedIn = Awaited<ReturnType<Host['signedIn']>>
export type Club = { site: Site; admin: Person; member: Person }

/** Clubs that operators enter. */
export const test = base
  .extend('club', { scope: 'test' }, async ({ world }): Promise<Club> => {
    const site = await world.makeSite()
    const admin = await world.makePerson(site, { role: 'admin', name: 'Ada Admin' })
    return { site, admin, member: await world.makePerson(site, { name: 'Mo Member' }) }
  })
  /** An event of the club tomorrow. */
  .extend('race', { scope: 'test' }, async ({ world, club }) => {
    const times = { start: new Date(Date.now() + 86_400_000), end: new Date(Date.now() + 90_000_000) }
    const { id } = await world.insert(club.site, 'events', { name: 'Race', ...times })
    return { event: id, ...times }
  })
  .extend('operator', { scope: 'test' }, ({ host }): Promise<SignedIn> => host.signedIn())
  .extend('ask', { scope: 'file' }, ({ host }) => async (who: SignedIn, { site }: Club, input: object = {}) => {
    const { session } = (await host.operatorOf(who.cookie))!
    const by = { account: who.account_id, ip: '192.0.2.7', session }
    return host.console.enter(by, site.slug, { reason: REASON, ...input })
  })
  .extend(
    'open',
    { scope: 'file' },
    ({ world }) =>
      ({ site }: Pick<Club, 'site'>, token: string) =>
        world.withSite(site.id, (db) => openEntry({ db, site, clock: world.clock }, token), { access: 'write' }),
  )
  .extend(
    'seen',
    { scope: 'file' },
    ({ world }) =>
      ({ site }: Pick<Club, 'site'>, cookie: string) =>
        actorOf(world, site, cookie),
  )
  /** Enters the club: the cookie, and whom it acts as. */
  .extend('enter', { scope: 'file' }, ({ ask, open, world }) => async (who: SignedIn, club: Club) => {
    const cookie = await open(club, await ask(who, club))
    return { cookie, actor: (await actorOf(world, club.site, cookie)) as Actor }
  })
  .extend('auditOf', { scope: 'file' }, ({ world }) => async ({ site, admin }: Club) => {
    const { lines } = await world.withSite(site.id, (db) =>
      listAudit({ db, actor: adminActor(admin) }, { limit: 50 } as Parameters<typeof listAudit>[1]),
    )
    return lines.map(({ actor, action, person_name, impersonator, operator_name, details }) => ({
      ...{ actor, action, person_name, impersonator, operator_name, details },
    }))
  })

/** The actor of a cookie, or why it counts no more. */
const actorOf = (world: World, site: Site, cookie: string): Promise<Actor | string> =>
  world
    .withSite(site.id, (db) => findActorByToken(db, site, 'cookie', cookie, world.clock.now()))
    .catch((error: DomainError) => String(error.extras.reason))
