import { useLoaderData } from '@remix-run/react'
import { requirePerson } from '#server/engine/access/permission.ts'
import { records } from '#server/records/contract.ts'
import { screen } from '../http/screen.ts'
import { pageQuery, parsePage, relatedName } from '../screens/profile/own-page.ts'
import { type OwnRecord, RecordsScreen } from '../screens/profile/records-screen.tsx'

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
