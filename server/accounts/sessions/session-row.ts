import { CompiledQuery } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

export type SessionRow = {
  session: number
  view_as_user: boolean
  revoked_at: Date | null
  expires_at: Date
  absolute_expires_at: Date
  access_expires: Date | null
  last_seen_at: Date
  /** The browser has not sent the rotated cookie yet. */
  pending: boolean
  cookie_shown_at: Date | null
  /** Found by the cookie before the last rotation. */
  earlier: boolean
  id: number
  account_id: number | null
  name: string
  email: string
  avatar: string | null
  role: string
  is_active: boolean
  settings: unknown
  consent_version: string | null
  impersonator: number | null
  impersonator_name: string | null
  impersonator_email: string | null
  may_act: boolean
  operator_session: number | null
  /** The operator who acts as the person, while they may. */
  operator: { account: number; name: string } | null
  closing: Date | null
}

/**
 * A constant, because it runs on every request: composing it with the query builder takes longer than all other work
 * for a list (docs/performance.md).
 */
const session = (
  earlier: string,
  accessEnds: string,
) => `select s.id as session, s.view_as_user, s.revoked_at, s.expires_at, s.absolute_expires_at, ${accessEnds} as access_expires, s.last_seen_at,
    s.cookie_shown_at, s.earlier_cookie_hash is not null and s.cookie_shown_at is null as pending,
    p.id, p.account_id, p.name, p.email, p.avatar, p.role, p.is_active, p.settings, p.consent_version,
    s.impersonator, i.name as impersonator_name, i.email as impersonator_email,
    s.operator_session, case when s.operator_session is not null then core.acting_operator(s.operator_session) end as operator,
    coalesce(i.role = 'admin' and i.is_active and o.revoked_at is null, false) as may_act,
    (select c.due_at from closures c where c.site_id = p.site_id and c.person = p.id) as closing, ${earlier} as earlier
  from sessions s
  join people p on p.site_id = s.site_id and p.id = s.person
  left join people i on i.site_id = s.site_id and i.id = s.impersonator
  left join sessions o on o.site_id = s.site_id and o.id = s.parent
  where s.site_id = current_setting('app.site_id')::bigint`

/** Parsing one JSON text is faster than twenty typed columns. */
const asJson = (earlier: string, accessEnds: string, condition: string) =>
  `select row_to_json(found) as found from (${session(earlier, accessEnds)} and ${condition}) found`
const BY_ACCESS = asJson('false', 's.access_expires', 's.access_hash = $1')
const REPLACED = "from refresh_tokens where site_id = current_setting('app.site_id')::bigint and access_hash = $1"
const BY_EARLIER_ACCESS = asJson('false', `(select access_until ${REPLACED})`, `s.id = (select session ${REPLACED})`)
const BY_COOKIE = asJson(
  'coalesce(s.earlier_cookie_hash = $1, false)',
  's.access_expires',
  '(s.cookie_hash = $1 or s.earlier_cookie_hash = $1)',
)

/** The unparsed JSON: instants are texts. */
type SessionJson = {
  [K in keyof SessionRow]: SessionRow[K] extends Date
    ? string
    : SessionRow[K] extends Date | null
      ? string | null
      : SessionRow[K]
}

const instant = (text: string | null) => (text === null ? null : new Date(text))

async function fetchSession(db: SiteDb, text: string, hash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await db.executeQuery<{ found: SessionJson }>(CompiledQuery.raw(text, [hash]))
  const json = rows[0]?.found
  return (
    json && {
      ...json,
      revoked_at: instant(json.revoked_at),
      access_expires: instant(json.access_expires),
      cookie_shown_at: instant(json.cookie_shown_at),
      closing: instant(json.closing),
      expires_at: new Date(json.expires_at),
      absolute_expires_at: new Date(json.absolute_expires_at),
      last_seen_at: new Date(json.last_seen_at),
    }
  )
}

/**
 * Finds a session by its access token, else by one that a refresh replaced; `access_expires` is that of the given
 * token. Two statements, since most calls send the current one: a combined statement takes a quarter longer.
 */
export const sessionByAccess = async (db: SiteDb, hash: Buffer) =>
  (await fetchSession(db, BY_ACCESS, hash)) ?? fetchSession(db, BY_EARLIER_ACCESS, hash)

/** Finds a session by its present or previous cookie; the caller decides whether the latter still counts. */
export const sessionByCookie = (db: SiteDb, hash: Buffer) => fetchSession(db, BY_COOKIE, hash)
