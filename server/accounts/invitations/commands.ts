import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AccountNotice, INVITATION, queueNotices, withdrawNotices } from '#server/deliveries/account-notices.ts'
import { requireAdminInPerson } from '#server/engine/access/admin-access.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { derivedToken, hashSecret } from '#server/engine/kernel/derive.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { requireQuota } from '#server/quotas/queries.ts'
import type { AccountParts } from '../sign-in/parts.ts'
import type { InviteAnswer } from './contract.ts'
import { INVITATION_DAYS, INVITATIONS_PER_DAY, type Invitation, type SkipReason } from './rules.ts'

export const PURPOSE = 'invitation'
const DAY_MS = 86_400_000

export type Candidate = { id: number; email: string; account: number | null; refusal: SkipReason | null }

const REFUSAL = sql<SkipReason | null>`case
  when not p.is_active or p.role = 'new' or p.erased_at is not null then 'inactive'
  when p.last_login is not null then 'signed_in'
  when p.registered_at is not null then 'registered'
  when p.email = '' or p.email_blocked = 'bounced' or p.account_id is null then 'unreachable' end`

const WAS_INVITED = sql<boolean>`exists (select from deliveries d where d.site_id = p.site_id and d.person = p.id and d.kind = ${INVITATION})`

/**
 * Invites people whom an admin added and who never signed in: the link sets their password and signs them in. It works
 * once, for seven days, at this site, and replaces an earlier one. The token is derived when the mail is written, so
 * that no table holds it. The outcome does not depend on the email's use at other sites.
 * @throws DomainError 'invalid' under `people` for an unknown id or beyond the quota of emails: no one is invited; 'forbidden' unless a person acts;
 * 'throttled'.
 */
export async function invitePeople(
  ctx: Ctx,
  parts: Pick<AccountParts, 'authPool' | 'limits' | 'secret'>,
  people: readonly number[],
): Promise<InviteAnswer> {
  requireAdminInPerson(ctx.actor)
  const admin = requirePerson(ctx.actor)
  const wanted = [...new Set(people)]
  await lockInvitations(ctx.db, ctx.site)
  const { rows: found } = await sql<Candidate>`
    select p.id, p.email, p.account_id as account, ${REFUSAL} as refusal from people p
    where p.id = any (${wanted}::bigint[]) order by p.id`.execute(ctx.db)
  if (found.length < wanted.length) throw invalid({ people: ['A person was not found.'] })
  const invitable = found.filter(({ refusal }) => refusal === null)
  await requireQuota(ctx, 'emails', invitable.length, 'people')
  if (invitable.length) await parts.limits.take('invite', { site: ctx.site.id, person: admin }, invitable.length)
  const refusals = new Map(found.map(({ id, refusal }) => [id, refusal]))
  const links = await createLinks(ctx, parts, invitable)
  for (const { id } of invitable) {
    const link = links.get(id)
    if (typeof link === 'string') refusals.set(id, link)
  }
  const expires_at = expiryAt(ctx.clock.now())
  const sent = [...links].flatMap(([person, link]) => (typeof link === 'object' ? [{ person, id: link.id }] : []))
  await withdrawNotices(
    ctx,
    INVITATION,
    sent.map(({ person }) => person),
  )
  await audit(ctx, ...sent.map(({ person }) => ({ action: 'people.invite', subject: 'people', subject_id: person })))
  await queueNotices(ctx, ...sent.map(({ person, id }) => invitationNotice(ctx.site, person, id, expires_at)))
  return {
    invited: sent.map(({ person }) => person),
    skipped: [...refusals].flatMap(([person, reason]) => (reason ? [{ person, reason }] : [])),
  }
}

/** Of two concurrent invitations the later one ends the earlier link and withdraws its email. */
export const lockInvitations = (db: SiteDb, { id }: Pick<Site, 'id'>) =>
  sql`select pg_advisory_xact_lock(hashtext('people.invitations'), ${id % 2_147_483_647}::int)`.execute(db)

export const expiryAt = (now: Date) => new Date(now.getTime() + INVITATION_DAYS * DAY_MS)

/**
 * Stores a link for each person and ends their earlier ones, in one transaction. Skips an email that the account no
 * longer has.
 * @returns by person, the id from which the link is derived, or why there is none.
 */
export function createLinks(
  { clock, site }: Pick<AccountParts, 'clock'> & { site: Pick<Site, 'id'> },
  { authPool, secret }: Pick<AccountParts, 'authPool' | 'secret'>,
  people: readonly Candidate[],
): Promise<Map<number, { id: string } | SkipReason>> {
  const links = new Map<number, { id: string } | SkipReason>()
  if (!people.length) return Promise.resolve(links)
  const now = clock.now()
  return inTransaction<DB, typeof links>(authPool, 'write', {}, async (db) => {
    const { rows } = await sql<{ id: number; email: string; auth_epoch: number; recent: number }>`
      select a.id, a.email, a.auth_epoch, (select count(*)::int from password_resets r
        where r.account_id = a.id and r.site_id = ${site.id} and r.person is not null and r.created_at > ${new Date(now.getTime() - DAY_MS)}) as recent
      from accounts a where a.id = any (${people.flatMap(({ account }) => account ?? [])}::bigint[])`.execute(db)
    const accounts = new Map(rows.map((row) => [row.id, row]))
    const created = people.flatMap((person) => {
      const account = accounts.get(person.account ?? 0)
      if (account?.email !== person.email) {
        links.set(person.id, 'unreachable')
        return []
      }
      if (account.recent >= INVITATIONS_PER_DAY) {
        links.set(person.id, 'too_often')
        return []
      }
      const id = randomUUID()
      links.set(person.id, { id })
      return [
        {
          id,
          account_id: account.id,
          site_id: site.id,
          person: person.id,
          auth_epoch: account.auth_epoch,
          token_hash: hashSecret(derivedToken(secret, PURPOSE, id)),
          created_at: now,
          expires_at: expiryAt(now),
        },
      ]
    })
    if (!created.length) return links
    await sql`update password_resets set used_at = ${now} where site_id = ${site.id} and used_at is null
      and person = any (${created.map(({ person }) => person)}::bigint[])`.execute(db)
    await db.insertInto('password_resets').values(created).execute()
    return links
  })
}

const invitationNotice = (site: Pick<Site, 'name'>, person: number, id: string, expires_at: Date): AccountNotice => ({
  kind: INVITATION,
  person,
  lane: 'bulk',
  title: `You have been added to ${site.name}`,
  // The same text for all: it must not reveal who has an account elsewhere.
  paragraphs: [
    `${site.name} plans its shifts here. Set a password and sign in to see yours and sign up for more.`,
    'The link works once, until {until}.',
    'If you already sign in with this address at another club here, sign in with that password instead, because a new one would replace it there as well.',
    'If you don’t know this club, you don’t need to do anything.',
  ],
  times: { until: expires_at.toISOString() },
  action: { label: 'Set a password and sign in', path: '/password/reset/{token}?invited' },
  derive: { purpose: PURPOSE, id },
  useful_until: expires_at,
})

/** Returns whether a person can be invited (for admins). */
export async function invitationOf(db: SiteDb, person: number): Promise<Invitation> {
  const { rows } = await sql<{ refusal: SkipReason | null; invited: boolean }>`
    select ${REFUSAL} as refusal, ${WAS_INVITED} as invited from people p where p.id = ${person}`.execute(db)
  const [row] = rows
  if (!row || row.refusal) return null
  return row.invited ? 'again' : 'first'
}

/** Lists an import's new people who can be invited, ordered by id: first those not invited yet. */
export async function invitableOfImport(db: SiteDb, id: number): Promise<{ first: number[]; again: number[] }> {
  const { rows } = await sql<{ id: number; invited: boolean }>`
    select p.id, ${WAS_INVITED} as invited
    from imports i cross join lateral jsonb_array_elements_text(i.created -> 'ids' -> 'people') made (person)
    join people p on p.site_id = i.site_id and p.id = made.person::bigint
    where i.id = ${id} and i.undone_at is null and (${REFUSAL}) is null order by p.id`.execute(db)
  const idsOf = (invited: boolean) => rows.filter((row) => row.invited === invited).map((row) => row.id)
  return { first: idsOf(false), again: idsOf(true) }
}
