import { type Db, run } from './site-table.ts'

/**
 * `core.folded(text)` folds what Unicode calls compatible, too: full-width letters, ligatures, and the Greek sigma at the end of a word, so
 * that files, searches and unique names compare alike. Rosters' templates and saved views are unique by it; of names that it makes the same
 * the later ones get a number.
 */
export async function up(db: Db) {
  await run(
    db,
    `create or replace function core.folded(words text) returns text language sql immutable parallel safe as $$
       select case when pg_catalog.octet_length(words) = pg_catalog.char_length(words) then pg_catalog.lower(words) else
         pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
           pg_catalog.translate(
             pg_catalog.lower(pg_catalog.regexp_replace(pg_catalog.normalize(words, 'NFKD'), '[\\u0300-\\u036f]', '', 'g')),
             'øłđðħıŧŋς’‘ʼ‐‑–', 'olddhitnσ''''''---'),
           'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
       end
     $$;

     alter table core.roster_templates no force row level security;
     alter table core.savedviews no force row level security;
     update core.roster_templates t set name = left(t.name, 190) || ' (' || n.id || ')' from (
       select site_id, id, row_number() over (partition by site_id, core.folded(name) order by id) as place from core.roster_templates) n
       where n.site_id = t.site_id and n.id = t.id and n.place > 1;
     update core.savedviews v set name = left(v.name, 90) || ' (' || n.id || ')' from (
       select site_id, id, row_number() over (partition by site_id, person, collection, core.folded(name) order by id) as place from core.savedviews) n
       where n.site_id = v.site_id and n.id = v.id and n.place > 1;
     alter table core.roster_templates force row level security;
     alter table core.savedviews force row level security;

     alter table core.roster_templates drop constraint roster_templates_name_key;
     create unique index roster_templates_name_key on core.roster_templates (site_id, core.folded(name));
     alter table core.savedviews drop constraint savedviews_name_key;
     create unique index savedviews_name_key on core.savedviews (site_id, person, collection, core.folded(name)) nulls not distinct;`,
  )
}
