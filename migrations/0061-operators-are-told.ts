import { type Db, run } from './site-table.ts'

/** Where somebody who looks after the product can be told by mail: one of the clubs that they belong to. */
export async function up(db: Db) {
  await run(
    db,
    `create function identity.place_of(account bigint) returns table (site_id bigint, person bigint)
       language sql stable security definer set search_path = core as $$
         select p.site_id, p.id from core.people p join core.sites s on s.id = p.site_id
         where p.account_id = account and p.is_active and p.role <> 'new' and p.erased_at is null and s.status = 'active'
         order by p.site_id limit 1 $$;
     alter function identity.place_of(bigint) owner to watchbill_platform;
     revoke all on function identity.place_of(bigint) from public;
     grant execute on function identity.place_of(bigint) to watchbill_auth;`,
  )
}
