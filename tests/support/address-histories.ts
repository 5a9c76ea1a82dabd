import { scrypt as scryptCallback } from 'node:crypto'
import { promisify } from 'node:util'
import { confirmEmail } from '#server/accounts/emails/confirm-email.ts'
import { requestEmailChange } from '#server/accounts/emails/own-email.ts'
import { invitePeople } from '#server/accounts/invitations/commands.ts'
import { changeOwnPassword, type OwnAccount } from '#server/accounts/passwords/own-password.ts'
import { resetPassword, sendResetLink } from '#server/accounts/passwords/reset.ts'
import { signOutEverywhere } from '#server/accounts/sessions/session-commands.ts'
import { findActorByToken } from '#server/accounts/sessions/sessions.ts'
import type { AccountParts } from '#server/accounts/sign-in/parts.ts'
import type { Passwords } from '#server/accounts/sign-in/password.ts'
import { register } from '#server/accounts/sign-in/register.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import { resetFeed } from '#server/calendar/feed/commands.ts'
import { findFeed } from '#server/calendar/feed/queries.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { acceptInvitation } from '#server/operators/invitations.ts'
import { verifyOperatorPassword } from '#server/operators/sign-in.ts'
import { correctEmail } from '#server/people/blocked/correct-email.ts'
import { inviteOperator } from '#server/platform/operators.ts'
import { createProductCollections } from '#server/registry.ts'
import { accountPartsOf, DEVICE, openMailboxes } from './accounts.ts'
import type { Seeded } from './random.ts'
import { adminActor, log, SYSTEM, type World } from './world.ts'

/** Two attackers, and the owner of the addresses they want. */
const ACTORS = ['mallory', 'trudy', 'vic'] as const
type ActorName = (typeof ACTORS)[number]

const derive = promisify(scryptCallback) as (
  text: string,
  salt: string,
  length: number,
  cost: object,
) => Promise<Buffer>

/** Real hashes at the lowest cost, since a walk checks thousands of passwords. */
const cheapPasswords: Passwords = {
  hash: async (password) => (await derive(password, 'walk', 16, { N: 2 })).toString('hex'),
  verify: async (stored, password) => stored !== null && stored === (await cheapPasswords.hash(password)),
}

type Held = { actor: ActorName; site: Site; access: string }
type Feed = { actor: ActorName; site: Site; secret: string }

export const STEPS = [
  ...['register', 'approve', 'add', 'remove', 'undo', 'askReset', 'useReset', 'signIn', 'askChange', 'openLink'],
  ...['signOut', 'changePassword', 'makeFeed', 'inviteMember', 'invite', 'accept', 'enterConsole', 'correct'],
] as const
export type Step = (typeof STEPS)[number]

/** Drawn more often: otherwise most histories would end before anyone has signed in. */
const OFTEN: readonly Step[] = [
  ...STEPS,
  ...([
    'register',
    'approve',
    'approve',
    'add',
    'askReset',
    'useReset',
    'useReset',
    'signIn',
    'signIn',
    'signIn',
  ] as const),
  ...(['openLink', 'askChange', 'askChange', 'makeFeed', 'enterConsole'] as const),
]

/**
 * Walks random histories over three clubs (one of them hides who has an account) and the console, and checks after
 * every step that no one acts for an address whose mails go to another person. The one exception is a registration
 * approved by a club, until the owner confirms the address.
 */
export async function createHistories(world: World) {
  const base = accountPartsOf(world)
  const parts: AccountParts = { ...base, passwords: cheapPasswords }
  const console = { ...parts, clock: world.clock }
  const mail = await openMailboxes(world, parts.secret)
  const engine = createProductCollections()
  const sites = [
    await world.makeSite(),
    await world.makeSite(),
    await world.makeSite({ hide_account_existence: true } as Partial<Site>),
  ]
  const counts: Record<string, number> = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }

  const personAt = async (site: Site, email: string): Promise<number | null> =>
    (await world.superuser.query('select id::int from core.people where site_id = $1 and email = $2', [site.id, email]))
      .rows[0]?.id ?? null

  /** @param length the number of steps. @returns the broken rules; none when all held. */
  const walk = async (name: string, random: Seeded, length: number): Promise<string[]> => {
    const addresses = ACTORS.flatMap((actor) =>
      [1, 2].map((n) => ({ actor, address: `${actor}-${n}-${name}@example.org` })),
    )
    const ownerOf = new Map(addresses.map(({ actor, address }) => [address, actor]))
    const passwordOf = (actor: ActorName) => `the password of ${actor}`
    const proved = new Set<string>()
    const registeredBy = new Map<number, ActorName>()
    const undos: { site: Site; token: string }[] = []
    const held: Held[] = []
    const feeds: Feed[] = []
    const wanted = `vic-1-${name}@example.org`
    const broken: string[] = []
    const trail: string[] = []

    const actor = () => random.pick(ACTORS)
    /** Most steps use the same address, so that they affect each other. */
    const address = () => (random.chance(0.6) ? wanted : random.pick(addresses).address)
    const site = () => (random.chance(0.8) ? random.pick(sites.slice(0, 2)) : sites[2]!)
    const linksTo = (who: ActorName, kinds: readonly string[]) =>
      mail.links(
        addresses.filter((a) => a.actor === who).map((a) => a.address),
        kinds,
      )
    const actorOf = ({ site: at, access }: Held) =>
      world.withSite(at.id, (db) => findActorByToken(db, at, 'access', access, world.clock.now())).catch(() => null)
    const someLive = async () => {
      const session = held.length ? random.pick(held) : null
      const acting = session && (await actorOf(session))
      return session && acting ? { ...session, acting } : null
    }
    const ownOf = ({ site: at, acting }: NonNullable<Awaited<ReturnType<typeof someLive>>>): OwnAccount => {
      const who = { site: at, actor: acting, clock: world.clock, log, wake: () => {} }
      return {
        who,
        account: acting.person.account_id ?? 0,
        inSite: (work) => world.withSite(at.id, (db) => work({ ...who, db }), { access: 'write' }),
      }
    }
    const enter = (who: ActorName, at: Site, { access }: { access: string }) =>
      held.push({ actor: who, site: at, access })

    /** The recipient opens a link, expected or not, with their session at that site, if any, and their password. */
    const openLinkOf = async (who: ActorName) => {
      const links = await linksTo(who, ['account.registered', 'account.email_confirm'])
      if (!links.length) return
      const { site: of, token, to } = random.chance(0.5) ? links.at(-1)! : random.pick(links)
      const at = sites.find(({ id }) => Number(id) === of)!
      const live = held.filter((session) => session.actor === who && session.site.id === at.id)
      const acting = live.length ? await actorOf(random.pick(live)) : null
      const given = { token, password: passwordOf(who), actor: acting ?? SYSTEM }
      const { what } = await confirmEmail(parts, at, given, DEVICE)
      proved.add(to)
      count(what)
      if (what !== 'change') return
      // The former address is unowned again, since its owner gave it up.
      const { rows } = await world.superuser.query('select email from identity.accounts where proved_at is not null')
      for (const email of proved) if (!rows.some((row) => row.email === email)) proved.delete(email)
    }

    const steps: Record<Step, () => Promise<unknown>> = {
      register: async () => {
        const [who, at, email] = [actor(), site(), address()]
        const before = await personAt(at, email)
        await register(parts, at, { email, name: who, phone: undefined, password: passwordOf(who) }, DEVICE)
        const person = await personAt(at, email)
        if (before === null && person !== null) registeredBy.set(person, who)
      },
      approve: async () => {
        const { rows } = await world.superuser.query(
          "select id::int, site_id::int from core.people where role = 'new' and email = any ($1)",
          [addresses.map((a) => a.address)],
        )
        if (!rows.length) return
        const { id, site_id } = random.pick(rows)
        const at = sites.find((of) => Number(of.id) === site_id)!
        await world.act(at, SYSTEM, (ctx) => engine.update(ctx, 'people', [{ id, is_active: true }]))
      },
      add: async () => {
        const [at, email] = [site(), address()]
        const role = random.pick(['admin', 'user'])
        await world.act(at, SYSTEM, (ctx) => engine.create(ctx, 'people', [{ email, name: 'Added', role }]))
      },
      remove: async () => {
        const [at, email] = [site(), address()]
        const id = await personAt(at, email)
        if (id === null) return
        const undo = await world.act(at, SYSTEM, (ctx) => engine.remove(ctx, 'people', id))
        if (undo) undos.push({ site: at, token: undo.token })
      },
      undo: async () => {
        const last = undos.pop()
        if (last) await world.act(last.site, SYSTEM, (ctx) => engine.undo(ctx, 'people', { token: last.token }))
      },
      askReset: () => sendResetLink(parts, site(), address()),
      useReset: async () => {
        const who = actor()
        const links = await linksTo(who, ['account.reset', 'account.invitation'])
        if (!links.length) return
        const { site: of, token, to } = random.pick(links)
        const at = sites.find(({ id }) => Number(id) === of)!
        const session = await resetPassword(parts, at, { token, password: passwordOf(who) }, DEVICE)
        proved.add(to)
        enter(who, at, session)
        count('reset')
      },
      signIn: async () => {
        const { rows } = await world.superuser.query(
          'select email, site_id::int from core.people where is_active and email = any ($1)',
          [addresses.map((a) => a.address)],
        )
        if (!rows.length) return
        const { email, site_id } = random.pick(rows)
        const owner = ownerOf.get(email) ?? 'vic'
        const [who, at] = [random.pick([actor(), owner]), sites.find((of) => Number(of.id) === site_id)!]
        enter(who, at, await signInWithPassword(parts, at, { email, password: passwordOf(who) }, DEVICE))
        count(ownerOf.get(email) === who ? 'signed in' : 'signed in as registered')
      },
      askChange: async () => {
        const live = await someLive()
        if (!live) return
        const who = live.actor
        const email = address()
        await requestEmailChange(parts, ownOf(live), { email, password: passwordOf(who) }, DEVICE)
        count('change asked')
        if (random.chance(0.5)) await openLinkOf(ownerOf.get(email) ?? who)
      },
      openLink: () => openLinkOf(actor()),
      signOut: async () => {
        const live = await someLive()
        if (live) await ownOf(live).inSite(signOutEverywhere)
      },
      changePassword: async () => {
        const live = await someLive()
        if (!live) return
        const same = { password: passwordOf(live.actor), new_password: passwordOf(live.actor) }
        await changeOwnPassword(parts, ownOf(live), same, DEVICE)
      },
      makeFeed: async () => {
        const live = await someLive()
        if (!live) return
        feeds.push({ actor: live.actor, site: live.site, secret: await ownOf(live).inSite(resetFeed) })
        count('feed')
      },
      inviteMember: async () => {
        const at = site()
        const person = await personAt(at, address())
        const admin = { id: person ?? 0, name: '', email: '' }
        if (person !== null) await world.act(at, adminActor(admin), (ctx) => invitePeople(ctx, parts, [person]))
      },
      correct: async () => {
        const [at, from, to] = [site(), address(), address()]
        const person = await personAt(at, from)
        const admin = { id: 0, name: '', email: '' }
        if (person === null) return
        await world.act(at, adminActor(admin), (ctx) => correctEmail(ctx, person, { email: to }))
        registeredBy.delete(person)
        count('corrected')
      },
      invite: () => inviteOperator({ pool: world.pool('platform'), now: world.clock.now() }, address()),
      accept: async () => {
        const who = actor()
        const links = await linksTo(who, ['operator.invitation'])
        if (!links.length) return
        const { token, to } = random.pick(links)
        await acceptInvitation(console, { token, password: passwordOf(who) }, DEVICE)
        proved.add(to)
        count('invitation')
      },
      enterConsole: async () => {
        const [who, email] = [actor(), address()]
        await verifyOperatorPassword(console, { email, password: passwordOf(who) }, DEVICE)
        count('console')
        if (ownerOf.get(email) !== who) broken.push(`${who} is at the console as ${email}`)
      },
    }

    /** Compares every session and feed that still works with its allowed owners. */
    const watch = async () => {
      for (const session of held) {
        const acting = await actorOf(session)
        if (!acting) continue
        const { email, id } = acting.person
        const own = ownerOf.get(email) === session.actor
        const asRegistered =
          registeredBy.get(id) === session.actor && !proved.has(email) && !session.site.hide_account_existence
        if (!own && !asRegistered) broken.push(`${session.actor} acts as ${email} at ${session.site.slug}`)
      }
      for (const { actor: who, site: at, secret } of feeds) {
        const feed = await world.withSite(at.id, (db) => findFeed(db, secret, world.clock.now()))
        if (!feed) continue
        const { rows } = await world.superuser.query('select email from core.people where id = $1', [feed.person])
        if (ownerOf.get(rows[0].email) !== who) broken.push(`${who} has the feed of ${rows[0].email}`)
      }
    }

    for (let n = 0; n < length && !broken.length; n++) {
      const step = random.pick(OFTEN)
      trail.push(step)
      try {
        await steps[step]()
      } catch (error) {
        if (!(error instanceof DomainError)) throw new Error(`${name}: ${trail.join(' → ')}`, { cause: error })
      }
      await watch()
    }
    return broken.map((what) => `${what} after ${trail.join(' → ')}`)
  }
  return { walk, counts }
}
