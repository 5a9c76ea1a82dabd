import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { checkTokenFormat, mintToken } from '../sessions/tokens.ts'

/**
 * Opens the session that an operator has asked for at the console, with the secret that the console gave them. The
 * secret counts once, for a minute, at this site, while the operator's session there lasts and the admin is one.
 * @returns the cookie.
 * @throws DomainError 'not_found'.
 */
export async function openEntry(
  { db, site, clock }: Pick<Ctx, 'db' | 'site' | 'clock'>,
  token: string,
): Promise<string> {
  // An operator acts at the subdomain only: the DNS of a club's own domain is the club's.
  if (site.reached_at) throw notFound('Enter again from the console.')
  const now = clock.now()
  const cookie = mintToken('operator', site.id)
  const opened = checkTokenFormat(token, 'entry', site.id).ok
    ? await db
        .updateTable('sessions as s')
        .from('people as p')
        .set({ cookie_hash: hashSecret(cookie), entry_hash: null, entry_until: null, last_seen_at: now })
        .whereRef('p.site_id', '=', 's.site_id')
        .whereRef('p.id', '=', 's.person')
        .where('p.role', '=', 'admin')
        .where('p.is_active', '=', true)
        .where('s.entry_hash', '=', hashSecret(token))
        .where('s.entry_until', '>', now)
        .where('s.revoked_at', 'is', null)
        .where(sql<boolean>`core.acting_operator(s.operator_session) is not null`)
        .returning('s.id')
        .executeTakeFirst()
    : undefined
  if (!opened) throw notFound('This entry has been used or is more than a minute old. Enter again from the console.')
  return cookie
}
