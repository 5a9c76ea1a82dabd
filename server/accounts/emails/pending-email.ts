import { queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { addAddressLink } from '../address-link.ts'
import type { OwnAccount } from '../passwords/own-password.ts'
import { refuseWhileImpersonating } from '../sessions/session-commands.ts'
import type { ProofParts } from '../sign-in/verify-password.ts'
import { newEmailNotice } from './email-notices.ts'

export type PendingEmail = { email: string; until: Date }

const NONE = 'There’s no change of email waiting.'

const select = (db: SiteDb, person: number, now: Date) =>
  db
    .selectFrom('email_changes as c')
    .innerJoin('people as p', (join) => join.onRef('p.site_id', '=', 'c.site_id').onRef('p.id', '=', 'c.person'))
    .select(['c.id', 'c.email', 'c.expires_at as until', 'c.auth_epoch'])
    .where('c.person', '=', person)
    .where('c.expires_at', '>', now)
    .whereRef('c.email', '<>', 'p.email')
    .whereRef('c.account_id', '=', 'p.account_id')

export async function readPendingEmail(db: SiteDb, person: number, now: Date): Promise<PendingEmail | null> {
  const row = await select(db, person, now).executeTakeFirst()
  return row ? { email: row.email, until: row.until } : null
}

export async function cancelEmailChange({ who, inSite }: Pick<OwnAccount, 'who' | 'inSite'>): Promise<void> {
  const person = requirePerson(who.actor)
  refuseWhileImpersonating(who)
  await inSite(async (ctx) => {
    const row = await select(ctx.db, person, ctx.clock.now()).executeTakeFirst()
    if (!row) throw notFound(NONE)
    await ctx.db.deleteFrom('email_changes').where('id', '=', row.id).execute()
    await audit(ctx, { action: 'email.change_cancelled', subject: 'people', subject_id: person })
  })
}

/**
 * Resends the link to the new address; replaces the earlier link. Keeps the epoch of the request, so that it revives
 * nothing that has ended since.
 * @throws DomainError 'not_found' without a pending change, 'throttled', 'forbidden' while impersonating.
 */
export async function sendEmailChangeAgain(
  parts: Pick<ProofParts, 'limits' | 'secret'>,
  { who, account, inSite }: OwnAccount,
): Promise<{ email: string }> {
  const person = requirePerson(who.actor)
  refuseWhileImpersonating(who)
  await parts.limits.take('change_email', { site: who.site.id, person })
  return inSite(async (ctx) => {
    const row = await select(ctx.db, person, ctx.clock.now()).where('c.account_id', '=', account).executeTakeFirst()
    if (!row) throw notFound(NONE)
    const { email, auth_epoch: epoch } = row
    const { notice } = await addAddressLink({ ...ctx, secret: parts.secret }, ctx.db, { person, account, email, epoch })
    await queueNotices(ctx, newEmailNotice(ctx.site.name, { person, email, notice }))
    await audit(ctx, { action: 'email.change_requested', subject: 'people', subject_id: person })
    return { email }
  })
}
