import { type Db, run } from './site-table.ts'

/**
 * When the browser first showed the cookie that the last rotation gave it; until then the one before goes on counting.
 * Rotations that are behind us had two minutes from the rotation itself, hence that instant.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.sessions no force row level security;
     alter table core.sessions add column cookie_shown_at timestamptz;
     update core.sessions set cookie_shown_at = rotated_at where earlier_cookie_hash is not null;
     alter table core.sessions force row level security;`,
  )
}
