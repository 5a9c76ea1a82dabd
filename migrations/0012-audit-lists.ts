import { type Db, run } from './site-table.ts'

/** The audit log is read newest first, whole or by a person or a kind of event. */
export async function up(db: Db) {
  await run(
    db,
    `create index audit_person on core.audit (site_id, person, id desc) where person is not null;
     create index audit_impersonator on core.audit (site_id, impersonator, id desc) where impersonator is not null;
     create index audit_area on core.audit (site_id, split_part(action, '.', 1), id desc);`,
  )
}
