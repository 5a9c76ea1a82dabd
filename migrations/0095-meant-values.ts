import { type Db, run } from './site-table.ts'

/**
 * Whoever waits for approval is not active, and a record is stored once: the same one again adds its details and its training to
 * the first.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.people no force row level security;
     alter table core.records no force row level security;
     update core.people set is_active = false where role = 'new' and is_active;
     update core.records r set details = d.details, training = coalesce(r.training, d.training)
       from (select site_id, min(id) as first, min(training) as training,
               coalesce(string_agg(distinct nullif(details, ''), E'\n'), '') as details
             from core.records group by site_id, person, competency, achieved having count(*) > 1) d
       where r.site_id = d.site_id and r.id = d.first;
     delete from core.records r using core.records earlier
       where earlier.site_id = r.site_id and earlier.person = r.person and earlier.competency = r.competency
         and earlier.achieved = r.achieved and earlier.id < r.id;
     alter table core.people add constraint people_new_is_inactive check (role <> 'new' or not is_active);
     alter table core.records add constraint records_once unique (site_id, person, competency, achieved);
     drop index core.records_person;
     alter table core.people force row level security;
     alter table core.records force row level security;`,
  )
}
