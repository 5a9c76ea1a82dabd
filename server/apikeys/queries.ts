import { sql } from 'kysely'
import type { Actor } from '#server/engine/access/actor.ts'
import { SCOPES } from '#server/engine/access/scopes.pure.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

const USE_INTERVAL_MS = 60_000

/**
 * Finds the program of a key. `stale`: record its use, at most once a minute.
 * @throws DomainError 'unauthenticated' without a code, since a key is no session that could end.
 */
export async function findActorByKey(db: SiteDb, key: string, now: Date): Promise<Extract<Actor, { kind: 'key' }>> {
  const row = await validKeys(db).where('key_hash', '=', hashSecret(key)).executeTakeFirst()
  if (!row) throw new DomainError('unauthenticated', 'This API key is not valid.')
  const stale = row.last_used === null || now.getTime() - row.last_used.getTime() > USE_INTERVAL_MS
  return { ...actorOf(row), stale }
}

/** Finds the program by the key's id; null once it is revoked. */
export async function findActorById(db: SiteDb, id: number): Promise<Extract<Actor, { kind: 'key' }> | null> {
  const row = await validKeys(db).where('id', '=', id).executeTakeFirst()
  return row ? actorOf(row) : null
}

const validKeys = (db: SiteDb) =>
  db.selectFrom('apikeys').select(['id', 'scope', 'scopes', 'last_used']).where('revoked_at', 'is', null)

const actorOf = (row: { id: number; scope: string; scopes: string[] | null }): Extract<Actor, { kind: 'key' }> => ({
  kind: 'key',
  id: row.id,
  scope: row.scope === 'write' ? 'write' : 'read',
  scopes: row.scopes && SCOPES.filter((scope) => row.scopes?.includes(scope)),
})

/** Without waiting for the disk: a crash may lose when a key was last used, and each minute's first call would wait. */
export const recordKeyUse = (db: SiteDb, id: number, now: Date) =>
  sql`with unsynced as materialized (select set_config('synchronous_commit', 'off', true))
    update apikeys set last_used = ${now} from unsynced where id = ${id}`.execute(db)
