import { type Kysely, sql } from 'kysely'
import { FAREWELL } from '#server/deliveries/account-notices.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

const USEFUL_DAYS = 3

type Farewell = { site: number; person: number; email: string; now: Date }

/**
 * Queues the last mail to a person, in the transaction that erases them. The mail's row holds the address, since the
 * person's no longer does.
 */
export async function queueFarewell(db: Kysely<DB>, { site, person, email, now }: Farewell): Promise<void> {
  const facts = {
    to: email,
    title: 'Your account was deleted',
    paragraphs: [
      'Your account was deleted as you asked. Your name, addresses and settings are gone and can’t be brought back.',
      'Hours you worked are kept without your name. This is the last message you’ll get.',
    ],
  }
  const useful_until = new Date(now.getTime() + USEFUL_DAYS * 86_400_000)
  await sql`
    insert into core.deliveries (site_id, person, kind, channel, lane, due_at, useful_until, facts)
    values (${site}, ${person}, ${FAREWELL}, 'email', 'security', ${now}, ${useful_until},
      ${JSON.stringify({ ...facts, useful_until: useful_until.toISOString() })}::jsonb)`.execute(db)
}

/** Removes the addresses of last mails with a final state. @param only the sites; null for all. */
export async function clearFarewells(db: Kysely<DB>, only: readonly number[] | null): Promise<void> {
  await sql`
    update core.deliveries set facts = '{}', error = null
    where kind = 'account.erased' and facts <> '{}' and state not in ('queued', 'sending', 'unknown')
      and (${only}::bigint[] is null or site_id = any (${only}))`.execute(db)
}
