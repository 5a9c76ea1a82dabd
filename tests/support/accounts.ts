import { Secret, TOTP } from 'otpauth'
import type { OwnAccount } from '#server/accounts/passwords/own-password.ts'
import { type Device, findActorByToken, type OpenedSession, openSession } from '#server/accounts/sessions/sessions.ts'
import type { AccountParts } from '#server/accounts/sign-in/parts.ts'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { derivedToken } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { invitationToken } from '#server/operators/invitation-token.ts'
import { NOTICE_SECRET } from './messages/messaging.ts'
import { log, type World } from './world.ts'

/** The dependencies of the account commands, on a test's own database; without limits unless a test gives some. */
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

/** Hashes are slow on purpose, so each password has one. */
const hashes = new Map<string, Promise<string>>()

export function hashOf({ passwords }: Pick<AccountParts, 'passwords'>, password: string): Promise<string> {
  const hash = hashes.get(password) ?? passwords.hash(password)
  hashes.set(password, hash)
  return hash
}

export async function givePassword(world: World, parts: AccountParts, email: string, password = PASSWORD) {
  const hash = await hashOf(parts, password)
  await world.superuser.query('update identity.accounts set password_hash = $1 where email = $2', [hash, email])
}

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

export const BROWSER: Device = { ip: '127.0.0.1', user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' }

type SignedIn = OpenedSession & { actor: Extract<Actor, { kind: 'person' }> }

/** A live session of a person, and the actor of its tokens. */
export const openFor = (world: World, site: Site, person: { id: number }): Promise<SignedIn> =>
  world.withSite(
    site.id,
    async (db) => {
      const row = await db
        .selectFrom('people')
        .select(['id', 'account_id'])
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      const session = await openSession(db, site, row, BROWSER, world.clock.now())
      return { ...session, actor: await findActorByToken(db, site, 'access', session.access, world.clock.now()) }
    },
    { access: 'write' },
  )

/**
 * The result of the next request with these tokens, for each kind of credentials: the actor, or the code of the
 * refusal.
 */
export async function nextRequest(
  world: World,
  site: Site,
  { access, cookie }: Pick<OpenedSession, 'access' | 'cookie'>,
) {
  const ask = (kind: 'access' | 'cookie', token: string) =>
    world
      .withSite(site.id, (db) => findActorByToken(db, site, kind, token, world.clock.now()))
      .catch((error: { extras: { reason: string } }) => error.extras.reason)
  return [await ask('access', access), await ask('cookie', cookie)]
}

/** A signed-in person's own calls, as the pipeline builds them: several short transactions of their site. */
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

export const codeOf = (world: Pick<World, 'clock'>, key: string): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.epochMs() })

/** A mail as its recipient sees it: the site that sent it (0 is the platform), its kind, and the secret in its link. */
export type Mail = { site: number; kind: string; to: string; token: string | null }

type Position = { delivery: number; platform: number }

/** Opens empty mailboxes, which receive only mails queued from now on. */
export async function openMailboxes(world: World, secret: string) {
  const { rows } = await world.superuser.query<Position>(
    `select (select coalesce(max(id), 0) from core.deliveries)::int as delivery,
      (select coalesce(max(id), 0) from platform.operator_mails)::int as platform`,
  )
  return createMailboxes(world, secret, rows[0])
}

/** The mailboxes of the world: a mail queued for an address belongs to the owner of the address. */
export function createMailboxes(world: World, secret: string, since: Position = { delivery: 0, platform: 0 }) {
  const mails: Mail[] = []
  let { delivery, platform } = since
  const collect = async () => {
    const { rows } = await world.superuser.query(
      `select d.id::int, d.site_id::float8 as site, d.kind, coalesce(d.facts ->> 'to', p.email) as "to", d.facts -> 'derive' as derive
       from core.deliveries d join core.people p on p.site_id = d.site_id and p.id = d.person
       where d.id > $1 and d.channel = 'email' order by d.id`,
      [delivery],
    )
    for (const { id, derive, ...mail } of rows) {
      delivery = id
      mails.push({ ...mail, token: derive && derivedToken(secret, derive.purpose, derive.id) })
    }
    const invitations = await world.superuser.query(
      `select id::int, "to", kind, invitation from platform.operator_mails where id > $1 order by id`,
      [platform],
    )
    for (const { id, to, kind, invitation } of invitations.rows) {
      platform = id
      mails.push({ site: 0, kind: `operator.${kind}`, to, token: invitation && invitationToken(secret, invitation) })
    }
  }
  const links = async (
    addresses: readonly string[],
    kinds: readonly string[],
  ): Promise<(Mail & { token: string })[]> => {
    await collect()
    return mails.flatMap(({ token, ...mail }) =>
      token && addresses.includes(mail.to) && kinds.includes(mail.kind) ? [{ ...mail, token }] : [],
    )
  }
  const link = async (address: string, kind: string) => (await links([address], [kind])).at(-1)?.token ?? null
  return { link, links }
}

export type Mailboxes = ReturnType<typeof createMailboxes>
