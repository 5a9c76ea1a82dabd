import { siteOrigin } from '#server/kernel/config.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { DB } from '#server/schema.gen.ts'
import type { WebContext } from './context.ts'

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** The page of the bare host. In development it links to each site; in production it names the product only. */
export async function landingPage(context: WebContext): Promise<string> {
  const sites = context.config.devRoutes
    ? await inTransaction<DB, { slug: string; name: string }[]>(context.pools.platform, 'read', {}, (db) =>
        db
          .selectFrom('sites')
          .select(['slug', 'name'])
          .where('status', '=', 'active')
          .orderBy('slug')
          .limit(50)
          .execute(),
      )
    : []
  const links = sites
    .map(({ slug, name }) => `<li><a href="${siteOrigin(context.config, slug)}/">${escapeHtml(name)}</a></li>`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>Watchbill</title><link rel="stylesheet" href="/landing.css"></head><body><main><h1>Watchbill</h1><p>Volunteer and shift management for clubs, rescue teams and charities.</p>${
    links ? `<h2>Sites on this host</h2><ul>${links}</ul>` : '<p>Open the address that your club gave you.</p>'
  }</main></body></html>`
}
