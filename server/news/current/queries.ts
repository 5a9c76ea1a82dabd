import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { displayHtml, type StoredMarkdown } from '#server/markdown/display-html.ts'

/** A post for readers; `html` has only the allowed tags. */
export type CurrentPost = { id: number; title: string; posted: Date; pinned: boolean; html: string }

/** Far above the number of current posts in any club. */
const MAX_CURRENT = 200

type Page = { now: Date; limit?: number; offset?: number }

/** Lists visible posts within their dates, newest first; pinned ones first among posts of the same instant. */
export const listCurrentNews = async (db: SiteDb, page: Page): Promise<CurrentPost[]> =>
  (await pageOfCurrentNews(db, page)).posts

/** A page of `listCurrentNews`, with the total of current posts; 0 beyond the last page. */
export async function pageOfCurrentNews(
  db: SiteDb,
  { now, limit = MAX_CURRENT, offset = 0 }: Page,
): Promise<{ count: number; posts: CurrentPost[] }> {
  const { rows } = await sql<
    { id: number; title: string; posted: Date; pinned: boolean; count: number } & StoredMarkdown
  >`
    select id, title, posted, pinned, content as text, rendered_html, renderer, (count(*) over ())::int as count from news
    where posted <= ${now} and (show_until is null or show_until >= ${now})
    order by posted desc, pinned desc, id desc
    limit ${limit} offset ${offset}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    posts: rows.map(({ text, rendered_html, renderer, count: _count, ...post }) => ({
      ...post,
      html: displayHtml({ text, rendered_html, renderer }),
    })),
  }
}
