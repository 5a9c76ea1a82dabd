import { type Db, run } from './site-table.ts'

/** Finds the news, events and series that name a picture of a message; the words of the index `messages_with_pictures`. */
export async function up(db: Db) {
  const named = (column: string) => `${column} ~ 's/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)'`
  await run(
    db,
    `create index news_with_pictures on core.news (site_id) where ${named('content')};
     create index events_with_pictures on core.events (site_id) where ${named('details')};
     create index series_with_pictures on core.series (site_id) where ${named('details')};`,
  )
}
