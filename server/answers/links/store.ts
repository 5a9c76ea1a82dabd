import { sql } from 'kysely'
import type { LinkAnswers } from '#server/deliveries/transport.ts'
import { makeCode } from '#server/engine/kernel/short-code.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isSigned, type LinkTarget, mailToken, readToken } from './token.ts'

/**
 * Makes the links of messages that ask: one for each message, good for its shifts at the versions that it asks about. Only the
 * code is stored; the signature of a mail's link is derived again when it is opened. Links of the site that have ended are removed.
 * @param secret the product's.
 */
export const createAnswerLinks =
  (secret: string): LinkAnswers =>
  async (db, site, asks, { origin, now }) => {
    if (!asks.length) return new Map()
    const rows = asks.map((ask) => ({ ...ask, code: makeCode() }))
    await sql`
      with ended as (delete from answer_links where ends_at < ${now} returning id)
      insert into answer_links (code, channel, person, shifts, ends_at)
      select code, channel, person, shifts, ends_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (code text, channel text, person bigint, shifts jsonb, ends_at timestamptz)`.execute(db)
    return new Map(
      rows.map(({ key, channel, code, person, shifts }) => [
        key,
        channel === 'sms'
          ? `${origin}/a/${code}`
          : `${origin}/answer/${mailToken(secret, { site: site.id, code, person, shifts })}`,
      ]),
    )
  }

export type OpenLink = LinkTarget & { ends_at: Date }

/** Finds the link of a token that has not ended; null for any other text, which all look alike. */
export async function findLink(
  db: SiteDb,
  { site, secret, token, now }: { site: number; secret: string; token: string; now: Date },
): Promise<OpenLink | null> {
  const read = readToken(token)
  if (!read) return null
  const row = await db
    .selectFrom('answer_links')
    .select(['person', 'shifts', 'ends_at'])
    .where('code', '=', read.code)
    .where('channel', '=', read.channel)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const target = { site, code: read.code, person: row.person, shifts: row.shifts as unknown as LinkTarget['shifts'] }
  if (read.channel === 'email' && !isSigned(secret, token, target)) return null
  return { ...target, ends_at: new Date(row.ends_at) }
}
