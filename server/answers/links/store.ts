import { sql } from 'kysely'
import type { LinkAnswers } from '#server/deliveries/transport.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { makeCode } from '#server/engine/kernel/short-code.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isSigned, type LinkTarget, mailToken, readToken } from './token.ts'

export const LINKED =
  '(id bigint, at timestamptz, start timestamptz, "end" timestamptz, location bigint, assignment bigint, role bigint)'

/** SQL: whether the shift `s` is unchanged since the link was made; `x` is the link's row for it. */
export const IS_AS_LINKED =
  'core.is_as_stated(s.site_id, x.start, x."end", x.location, x.assignment, x.role, s, core.place_of(s))'

/** SQL: whether the shift `s` has had the same person since the link was made. */
export const IS_STILL_THEIRS = 'not core.was_taken_off(s.site_id, s.id, s.person, x.at)'

/** SQL: token of the facts that the page shows for the shift `s`. An answer to a changed shift must name it. */
export const STATED = `left(md5(concat_ws('|', s.start, s."end", core.place_of(s), s.assignment, s.role)), 12)`

/**
 * Creates one link per message, valid for its shifts as they are now. Stores only the code; a mail's signature is
 * derived when the link is opened.
 * @param secret the product's.
 */
export const createAnswerLinks =
  (secret: string): LinkAnswers =>
  async (db, site, asks, { origin, now }) => {
    if (!asks.length) return new Map()
    const rows = asks.map((ask) => ({ ...ask, code: makeCode() }))
    const { rows: made } = await sql<{ code: string; shifts: LinkTarget['shifts'] }>`
      insert into answer_links (code, channel, person, shifts, ends_at)
      select code, channel, person, (select jsonb_agg(jsonb_build_object('id', s.id, 'at', ${now}::timestamptz, 'start', ${instantText('s.start')}, 'end', ${instantText('s."end"')}, 'location', core.place_of(s),
          'assignment', s.assignment, 'role', s.role) order by array_position(n.shifts, s.id)) from shifts s where s.id = any (n.shifts)), ends_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (code text, channel text, person bigint, shifts bigint[], ends_at timestamptz) returning code, shifts`.execute(
      db,
    )
    const shiftsOf = new Map(made.map(({ code, shifts }) => [code, shifts]))
    return new Map(
      rows.map(({ key, channel, code, person }) => [
        key,
        channel === 'sms'
          ? `${origin}/a/${code}`
          : `${origin}/answer/${mailToken(secret, { site: site.id, code, person, shifts: shiftsOf.get(code) ?? [] })}`,
      ]),
    )
  }

export type OpenLink = LinkTarget & { ends_at: Date }

/** Finds the unexpired link of a token; null for any other text. */
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
