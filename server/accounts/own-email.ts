import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { audit } from '#server/access/audit.ts'
import { requirePerson } from '#server/access/permission.ts'
import type { Ctx } from '#server/context.ts'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { derivedToken, hashSecret } from '#server/kernel/derive.ts'
import { invalid, notFound } from '#server/kernel/errors.ts'
import type { DB } from '#server/schema.gen.ts'
import type { SiteDb } from '#server/tenancy/with-site.ts'
import { emailField, passwordField } from './contract.ts'
import type { OwnAccount } from './own-password.ts'
import type { ProofParts } from './prove-password.ts'
import { confirmPassword } from './reauth.ts'
import { endAccountSessions, refuseWhileImpersonating } from './session-commands.ts'
import type { Device } from './sessions.ts'

export const ownEmailChange = z.object({ email: emailField, password: passwordField })
export type OwnEmailChange = z.infer<typeof ownEmailChange>

const PURPOSE = 'email-change'
const LINK_HOURS = 24
const TAKEN = 'This email belongs to another account.'

/**
 * Asks for another login email. The new address gets a link that confirms it, the present one is told; nothing changes
 * before the link is used. A new request ends the one before.
 * @throws DomainError 'invalid' under `email` or `password`, 'throttled', 'forbidden' while impersonating.
 */
export async function requestEmailChange(
  parts: ProofParts,
  { who, account, inSite }: OwnAccount,
  { email, password }: OwnEmailChange,
  device: Device,
): Promise<void> {
  const person = requirePerson(who.actor)
  refuseWhileImpersonating(who)
  await parts.limits.take('change_email', { site: who.site.id, person })
  await confirmPassword(parts, who, account, password, device)
  const holder = await inTransaction<DB, number | undefined>(parts.authPool, 'read', {}, async (db) => {
    const row = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
    return row?.id
  })
  if (holder !== undefined) throw invalid({ email: [holder === account ? 'This is your email already.' : TAKEN] })
  await inSite(async (ctx) => {
    const now = ctx.clock.now()
    const id = randomUUID()
    const expires_at = new Date(now.getTime() + LINK_HOURS * 3_600_000)
    const token_hash = hashSecret(derivedToken(parts.secret, PURPOSE, id))
    const change = { account_id: account, email, token_hash, created_at: now, expires_at }
    await ctx.db
      .insertInto('email_changes')
      .values({ person, ...change })
      .onConflict((on) => on.columns(['site_id', 'person']).doUpdateSet(change))
      .execute()
    await audit(ctx, { action: 'email.change_requested', subject: 'people', subject_id: person })
    await queueNotices(
      ctx,
      {
        kind: 'account.email_confirm',
        person,
        to: email,
        title: 'Confirm your new email',
        paragraphs: [
          `You asked to sign in at ${ctx.site.name} with this address from now on.`,
          'The link works once, until {until}.',
          'If it was not you, nothing needs to be done.',
        ],
        times: { until: expires_at.toISOString() },
        action: { label: 'Confirm this email', path: '/profile/email/confirm/{token}' },
        derive: { purpose: PURPOSE, id },
        useful_until: expires_at,
      },
      {
        kind: 'account.email_change_requested',
        person,
        title: 'Somebody asked to change your email',
        paragraphs: [
          `On {at} another email was given for your account at ${ctx.site.name}. It counts as soon as it is confirmed there.`,
          'If this was not you, change your password now.',
        ],
        times: { at: now.toISOString() },
        action: { label: 'Open your profile', path: '/profile/info' },
      },
    )
  })
}

const TOKEN = /^[\w-]{43}$/

const pending = (db: SiteDb, token: string, now: Date) =>
  db
    .selectFrom('email_changes as c')
    .innerJoin('people as p', (join) => join.onRef('p.site_id', '=', 'c.site_id').onRef('p.id', '=', 'c.person'))
    .select(['c.id', 'c.person', 'c.account_id', 'c.email', 'p.email as former'])
    .where('c.token_hash', '=', hashSecret(TOKEN.test(token) ? token : ''))
    .where('c.expires_at', '>', now)
    .whereRef('p.account_id', '=', 'c.account_id')
    .where('p.is_active', '=', true)

const NOT_VALID = 'This link has expired or was used already.'

/** The address that a link would confirm; looking changes nothing. @throws DomainError 'not_found'. */
export async function pendingEmail(db: SiteDb, token: string, now: Date): Promise<{ email: string }> {
  const row = await pending(db, token, now).executeTakeFirst()
  if (!row) throw notFound(NOT_VALID)
  return { email: row.email }
}

/**
 * Makes the address behind a link the login email of its account, at every site where the account has a person. All sessions
 * end but the one that confirms, if it is the person's own; the former address is told, and the new one.
 * @throws DomainError 'not_found' for a link that does not count, 'invalid' when the address was taken meanwhile.
 */
export async function confirmEmail(ctx: Ctx, token: string): Promise<{ email: string }> {
  const now = ctx.clock.now()
  const row = await pending(ctx.db, token, now).forUpdate().executeTakeFirst()
  if (!row) throw notFound(NOT_VALID)
  await ctx.db.deleteFrom('email_changes').where('id', '=', row.id).execute()
  const { rows } = await sql<{ changed: boolean }>`
    select identity.change_email(${row.account_id}, ${row.email}) as changed`.execute(ctx.db)
  if (!rows[0]?.changed) throw invalid({ email: [TAKEN] })
  const own = ctx.actor.kind === 'person' && ctx.actor.person.id === row.person && !ctx.actor.impersonator
  const keep = own && ctx.actor.kind === 'person' ? { site: ctx.site.id, session: ctx.actor.session } : undefined
  const ended = await endAccountSessions(ctx.db, row.account_id, now, keep)
  await audit(ctx, { action: 'email.change', subject: 'people', subject_id: row.person, details: { ended } })
  const told = { kind: 'account.email_changed', person: row.person, times: { at: now.toISOString() } } as const
  await queueNotices(
    ctx,
    {
      ...told,
      to: row.former,
      title: 'Your email was changed',
      paragraphs: [
        `On {at} your account at ${ctx.site.name} got another email, and this address is not used any more.`,
        'If this was not you, please write to the club at once.',
      ],
    },
    {
      ...told,
      title: 'This is your email now',
      paragraphs: [
        `On {at} this address became the email of your account. Log in with it at ${ctx.site.name} from now on.`,
        'Your other devices were signed out.',
      ],
      action: { label: 'Review your sign-in', path: '/profile/security' },
    },
  )
  return { email: row.email }
}
