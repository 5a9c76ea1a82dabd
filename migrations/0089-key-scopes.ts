import { type Db, run } from './site-table.ts'

/**
 * The single areas that an API key is let into, such as `people:read`. Null for all areas, as `scope` says: so it is with every key
 * that was made before.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.apikeys add column scopes text[],
       add constraint apikeys_scopes_form check (scopes is null or cardinality(scopes) between 1 and 40);`,
  )
}
