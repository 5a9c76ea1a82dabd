import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { records } from '#server/records/contract.ts'
import { pageQuery, parsePage, relatedName } from '../profile/own-page.ts'
import { type OwnRecord, RecordsScreen } from '../profile/records-screen.tsx'

export const handle = { title: 'Records', auth: true, framed: false, width: '860px' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { app, url }) => {
    const page = parsePage(url.searchParams)
    const query = {
      ...pageQuery(page),
      person: String(requirePerson(ctx.actor)),
      sort: '-achieved',
      expand: 'competency,training',
    }
    const { count, rows, related } = await app.collections.records(records).list(ctx, query)
    const ownRecords = rows.map(
      ({ id, competency, training, achieved, expires, current }): OwnRecord => ({
        ...{ id, achieved, expires, current },
        competency: relatedName(related, 'competencies', competency) ?? '',
        training: relatedName(related, 'training', training),
      }),
    )
    return { ...page, count, rows: ownRecords }
  },
})

export default function OwnRecords() {
  return <RecordsScreen {...useLoaderData<typeof loader>()} />
}
