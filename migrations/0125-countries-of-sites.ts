import { type Db, run } from './site-table.ts'

/** A site names its country (ISO 3166) in place of one of two calling codes, which several countries may share. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.sites no force row level security;
     alter table core.sites drop constraint sites_country_code;
     update core.sites set default_country_code = case default_country_code when '+61' then 'AU' else 'GB' end;
     alter table core.sites alter column default_country_code set default 'GB',
       add constraint sites_country_code check (default_country_code ~ '^[A-Z]{2}$'),
       force row level security;`,
  )
}
