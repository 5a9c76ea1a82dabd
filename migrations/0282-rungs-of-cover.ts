import { type Db, run } from './site-table.ts'

/** How many people are asked to cover together, and how often, by the time left: a setting of each site. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.sites add column cover_rungs jsonb not null
       default '[{"more_than": 168, "people": 3, "every": 24}, {"more_than": 48, "people": 5, "every": 4}, {"more_than": 12, "people": 10, "every": 1}, {"more_than": 0, "people": null, "every": 1}]'
       constraint sites_cover_rungs check (jsonb_typeof(cover_rungs) = 'array' and jsonb_array_length(cover_rungs) between 1 and 6);
     grant update (cover_rungs) on core.sites to watchbill_app;`,
  )
}
