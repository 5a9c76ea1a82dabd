import { type Db, run } from './site-table.ts'

/**
 * `core.folded(text)`: the letters that a search compares, so that "jose" finds "José" and "strasse" finds "Straße". Lower case,
 * without accents, with letters that Unicode does not take apart written as they are typed without their key. It uses nothing
 * but what every PostgreSQL has built in, and is one expression, which the planner writes into the query: text of ASCII alone
 * costs no more than `lower`.
 */
export async function up(db: Db) {
  await run(
    db,
    `create function core.folded(words text) returns text language sql immutable parallel safe as $$
       select case when pg_catalog.octet_length(words) = pg_catalog.char_length(words) then pg_catalog.lower(words) else
         pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
           pg_catalog.translate(
             pg_catalog.lower(pg_catalog.regexp_replace(pg_catalog.normalize(words, 'NFD'), '[\\u0300-\\u036f]', '', 'g')),
             'øłđðħıŧŋ’‘ʼ‐‑–', 'olddhitn''''''---'),
           'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
       end
     $$;
     grant execute on function core.folded(text) to watchbill_app, watchbill_worker, watchbill_platform;`,
  )
}
