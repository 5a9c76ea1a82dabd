import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { ownerName } from '#app/collections/open-record-name.ts'
import { listPage } from '#app/http/list-page.ts'
import { paths } from '#app/shell/paths.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { countRosters } from '#server/shifts/roster-editor/queries.ts'
import { seriesEventsView } from '../series-events-list.ts'

export const handle = {
  title: 'Series Events',
  auth: true,
  framed: false,
  nameOf: ownerName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = listPage(seriesEventsView, (ctx, ids) => countRosters(ctx.db, ids), 'series')

export default function SeriesEvents() {
  const data = useLoaderData<typeof loader>()
  return (
    <ListScreen
      view={seriesEventsView}
      data={data}
      path={paths.seriesEvents(data.owner?.id ?? 0)}
      title={data.owner?.name}
    />
  )
}
