import { type Db, run } from './site-table.ts'

/**
 * The order in which people read names: accents and case make no new letter (É stands with E, not after Z) and numbers count
 * (Mark 2 before Mark 10). The column brings its collation into every list by name, and the index follows it.
 */
export async function up(db: Db) {
  await run(
    db,
    `create collation core.reading_order (provider = icu, locale = 'und-u-kn-true');
     alter table core.people alter column name_lower set data type text collate core.reading_order;`,
  )
}
