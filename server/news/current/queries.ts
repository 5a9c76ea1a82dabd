import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { displayHtml, type StoredMarkdown } from '#server/markdown/display-html.ts'

/** A post for its readers: its text as HTML with only the allowed tags. */
export type CurrentPost = { id: number; title: string; posted: Date; pinned: boolean; html: string }

/** How long a pinned post leads; then it takes its place among the others. */
const PINNED_DAYS = 14

/** More current posts than any club has. */
const MAX_CURRENT = 200

/** Lists posts that are visible and not past their last day, the newest first; a pinned one leads for its first 14 days. */
export async function listCurrentNews(
  db: SiteDb,
  { now, limit = MAX_CURRENT }: { now: Date; limit?: number },
): Promise<CurrentPost[]> {
  const { rows } = await sql<{ id: number; title: string; posted: Date; pinned: boolean } & StoredMarkdown>`
    select id, title, posted, pinned, content as text, rendered_html, renderer from news
    where posted <= ${now} and (show_until is null or show_until >= ${now})
    order by pinned and posted > ${now}::timestamptz - make_interval(days => ${PINNED_DAYS}) desc, posted desc, id desc limit ${limit}`.execute(
    db,
  )
  return rows.map(({ text, rendered_html, renderer, ...post }) => ({
    ...post,
    html: displayHtml({ text, rendered_html, renderer }),
  }))
}
