import { sql } from 'kysely'
import { DEFAULT_SETTINGS, type PersonSettings } from '#server/engine/access/actor.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

/** Returns the signed-in person as `auth/user` does, without hashes and notes. */
export async function getCurrentUser(db: SiteDb, person: number) {
  const row = await db
    .selectFrom('people')
    .select([
      'id',
      'name',
      'email',
      'avatar',
      'role',
      'is_active',
      'phone',
      'sms_verified',
      'joined',
      'last_login',
      'tags',
      'settings',
    ])
    .select(['email_notifications', 'email_reminders', 'email_newsletters', 'sms_notifications'])
    .select(['cover_requests', 'hide_verify_phone'])
    .select(sql<boolean>`identity.is_proved(account_id)`.as('email_confirmed'))
    .where('id', '=', person)
    .executeTakeFirst()
  if (!row) throw notFound()
  const settings: PersonSettings = { ...DEFAULT_SETTINGS, ...(row.settings as Partial<PersonSettings>) }
  return { ...row, settings: { ...settings, dateTimeFormat: `${settings.dateFormat} ${settings.timeFormat}` } }
}
