import { type Db, run } from './site-table.ts'

/** Whoever remembers a site's row is told its slug when the row changes, by whichever process and way. */
export async function up(db: Db) {
  await run(
    db,
    `create function core.tell_site_change() returns trigger language plpgsql set search_path = core as $$
     begin
       if old.slug is not null then perform pg_notify('sites', old.slug); end if;
       if new.slug is distinct from old.slug and new.slug is not null then perform pg_notify('sites', new.slug); end if;
       return null;
     end $$;

     create trigger sites_tell after insert or update or delete on core.sites for each row execute function core.tell_site_change();`,
  )
}
