import { type Db, run } from './site-table.ts'

const TEXTS = { news: 'content', series: 'details', events: 'details' }

/**
 * Texts of Markdown keep what a renderer made of them: `rendered_html`, and by `renderer` which one. Zero and below count
 * the attempts that failed. Whichever way a text is written, what was made of the former one goes with it, so that the HTML of
 * a row always belongs to its text; rendering is done after the write, by the processes.
 */
export async function up(db: Db) {
  for (const [table, text] of Object.entries(TEXTS))
    await run(
      db,
      `alter table core.${table} add column rendered_html text, add column renderer smallint not null default 0;
       create index ${table}_renderer on core.${table} (renderer, site_id) where ${text} <> '';`,
    )
  await run(
    db,
    `create function core.await_rendering() returns trigger language plpgsql set search_path = core as $$
     begin
       new.rendered_html := null;
       new.renderer := 0;
       return new;
     end $$;`,
  )
  for (const [table, text] of Object.entries(TEXTS))
    await run(
      db,
      `create trigger ${table}_made before insert on core.${table} for each row execute function core.await_rendering();
       create trigger ${table}_rewritten before update of ${text} on core.${table} for each row
         when (old.${text} is distinct from new.${text}) execute function core.await_rendering();`,
    )
  await run(
    db,
    `create function core.sites_to_render(below smallint, most integer) returns bigint[]
       language sql stable security definer set search_path = core as $$
       select coalesce(array_agg(site_id), '{}') from (
         select site_id from (
           select site_id from news where renderer < below and content <> ''
           union select site_id from series where renderer < below and details <> ''
           union select site_id from events where renderer < below and details <> '') q
         order by random() limit most) q $$;
     alter function core.sites_to_render(smallint, integer) owner to watchbill_platform;
     revoke all on function core.sites_to_render(smallint, integer) from public;
     grant execute on function core.sites_to_render(smallint, integer) to watchbill_worker;`,
  )
}
