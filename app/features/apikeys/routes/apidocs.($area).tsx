import { useLoaderData } from '@remix-run/react'
import { seesAdminView } from '#app/http/admin-view.ts'
import { describeApi } from '#app/http/description.ts'
import { screen } from '#app/http/screen.ts'
import { readReference } from '#server/engine/collections/reference/read.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import { ApiDocsScreen } from '../docs/api-docs-screen.tsx'

export const handle = { title: 'API', auth: false, framed: false, width: '1200px' }

/** Public, like the description it shows. Admins also get links to the records of every collection. */
export const loader = screen({
  requires: 'anyone',
  load: async ({ actor }, { app, params, url }) => {
    const { document } = await describeApi(app)
    const search = cutText((url.searchParams.get('search') ?? '').trim(), 100)
    const reference = readReference(document, { area: params.area ?? null, search, origin: url.origin })
    if (!reference) throw notFound()
    const seen = seesAdminView(actor) ? app.collections.declarations : []
    const records = seen.map(({ contract: { name, title } }) => ({ name, title }))
    return { ...reference, records: records.toSorted((a, b) => compareNames(a.title, b.title)) }
  },
})

export default function ApiDocs() {
  return <ApiDocsScreen {...useLoaderData<typeof loader>()} />
}
