import { type RawBuilder, sql } from 'kysely'

export type PhoneToVerify = { person: number; phone: string | null; sms: boolean }

/** SQL: the person's missing or unverified phone; null once the card was dismissed. */
export const phoneToVerify = (person: number): RawBuilder<PhoneToVerify | null> => sql`(
  select json_build_object('person', p.id, 'phone', p.phone, 'sms', p.sms_notifications) from people p
  where p.id = ${person} and not p.hide_verify_phone and not (coalesce(p.phone, '') <> '' and p.sms_verified))`
