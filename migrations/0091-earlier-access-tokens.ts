import { type Db, run } from './site-table.ts'

/**
 * What a used refresh token remembers: which client used it (a hash of its user agent), and the access token that was
 * replaced by that, which counts a little longer for calls that are on their way. Old code leaves the three null.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.refresh_tokens
       add column used_by bytea,
       add column access_hash bytea,
       add column access_until timestamptz,
       add constraint refresh_tokens_access_key unique (site_id, access_hash);`,
  )
}
