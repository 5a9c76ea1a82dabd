import { sql } from 'kysely'
import { type RemoveParts, removeUnused } from './remove-unused.ts'

/** A key in a text, as in the indexes of texts. */
const KEY = sql.raw(`'s/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)'`)
const KEYS = sql.raw(`'s/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](?:png|jpg)'`)

const TEXTS = [
  ['messages', 'body'],
  ['messagetemplates', 'body'],
  ['news', 'content'],
  ['events', 'details'],
  ['series', 'details'],
] as const

const texts = sql.join(
  TEXTS.map(
    ([table, column]) =>
      sql`select site_id, ${sql.ref(column)} as text from ${sql.table(`core.${table}`)} where ${sql.ref(column)} ~ ${KEY}`,
  ),
  sql` union all `,
)

/** Removes pictures that no Markdown text has shown for two days. @returns how many were removed. */
export const removeUnusedPictures = (parts: RemoveParts): Promise<number> =>
  removeUnused(parts, {
    table: 'message_pictures',
    mark: (condition) => sql`
      with texts as (${texts}),
      named as (select t.site_id, found[1] as key from texts t, regexp_matches(t.text, ${KEYS}, 'g') found),
      pictures as (select site_id, id, (site_id, key) in (select site_id, key from named) as is_named
        from core.message_pictures where ${condition})
      update core.message_pictures p
      set unused_since = case when pictures.is_named then null else ${parts.now}::timestamptz end
      from pictures where p.site_id = pictures.site_id and p.id = pictures.id
        and (p.unused_since is null) <> pictures.is_named`,
    pathOf: ({ key }) => key,
  })
