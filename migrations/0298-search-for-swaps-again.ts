import { type Db, run } from './site-table.ts'

/** Offers of swaps carry when they were last looked for, so that what becomes possible without a call to swaps is found, too. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.swaps add column searched_at timestamptz not null default now();
     create index swaps_searched on core.swaps (site_id, searched_at) where state = 'offered';

     -- The sites on which two people at least offer shifts and nobody has looked for circles since then, the longest ago first.
     create function core.sites_with_swaps_to_search(since timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(site_id order by first), '[]') from (
         select w.site_id, min(w.searched_at) as first from swaps w join sites t on t.id = w.site_id and t.status = 'active'
         where w.state = 'offered' and w.searched_at <= since
           and exists (select from swaps o where o.site_id = w.site_id and o.state = 'offered' and o.person <> w.person)
         group by w.site_id order by first, w.site_id limit most) q $$;
     alter function core.sites_with_swaps_to_search(timestamptz, integer) owner to watchbill_platform;
     revoke all on function core.sites_with_swaps_to_search(timestamptz, integer) from public;
     grant execute on function core.sites_with_swaps_to_search(timestamptz, integer) to watchbill_worker;`,
  )
}
