import { randomBytes } from 'node:crypto'
import { isImpersonating, refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { EmailSettings, EmailSettingsInput } from './contract.ts'

const UID = /^[A-Za-z0-9_-]{40,60}$/

/** Returns the switches of a preference link, without personal data. @throws DomainError 'not_found'. */
export async function getEmailSettings(db: SiteDb, uid: string): Promise<EmailSettings> {
  const row = UID.test(uid)
    ? await db
        .selectFrom('people')
        .select(['email_notifications', 'email_reminders', 'email_newsletters'])
        .where('email_uid', '=', uid)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('This link is not valid.')
  return row
}

export async function changeEmailSettings(ctx: Ctx, uid: string, change: EmailSettingsInput): Promise<EmailSettings> {
  const before = await getEmailSettings(ctx.db, uid)
  const after = {
    email_notifications: change.email_notifications ?? before.email_notifications,
    email_reminders: change.email_reminders ?? before.email_reminders,
    email_newsletters: change.email_newsletters ?? before.email_newsletters,
  }
  const row = await ctx.db
    .updateTable('people')
    .set({ ...after, updated_at: ctx.clock.now() })
    .where('email_uid', '=', uid)
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(ctx, {
    action: 'email_settings.change',
    subject: 'people',
    subject_id: row.id,
    details: { before, after },
  })
  ctx.wake('reminders.plan')
  return after
}

export async function getCoverRequests(db: SiteDb, uid: string): Promise<boolean> {
  await getEmailSettings(db, uid)
  const found = db.selectFrom('people').select('cover_requests').where('email_uid', '=', uid)
  return (await found.executeTakeFirstOrThrow()).cover_requests
}

/** @throws DomainError 'not_found'. */
export async function changeCoverRequests(ctx: Ctx, uid: string, cover_requests: boolean): Promise<void> {
  if ((await getCoverRequests(ctx.db, uid)) === cover_requests) return
  const { id } = await ctx.db
    .updateTable('people')
    .set({ cover_requests, updated_at: ctx.clock.now() })
    .where('email_uid', '=', uid)
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(ctx, {
    action: 'email_settings.change',
    subject: 'people',
    subject_id: id,
    details: { before: { cover_requests: !cover_requests }, after: { cover_requests } },
  })
}

/** Invalidates the preference links of all earlier mails. */
export async function renewEmailUid(ctx: Ctx): Promise<{ email_uid: string }> {
  const person = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  const email_uid = randomBytes(32).toString('base64url')
  await ctx.db.updateTable('people').set({ email_uid, updated_at: ctx.clock.now() }).where('id', '=', person).execute()
  await audit(ctx, { action: 'email_settings.renew', subject: 'people', subject_id: person })
  return { email_uid }
}

export const emailUidOf = async (db: SiteDb, person: number): Promise<string> =>
  (await db.selectFrom('people').select('email_uid').where('id', '=', person).executeTakeFirstOrThrow()).email_uid

/** Null while impersonating, since the link never expires. */
export const ownEmailUid = async ({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<string | null> =>
  isImpersonating(actor) ? null : emailUidOf(db, requirePerson(actor))
