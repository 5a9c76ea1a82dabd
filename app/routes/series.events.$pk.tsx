import { useLoaderData } from '@remix-run/react'
import { countRosters } from '#server/shifts/roster-editor/queries.ts'
import { ListScreen } from '../collections/list-screen.tsx'
import { ownerName } from '../collections/open-record-name.ts'
import { listPage } from '../http/list-page.ts'
import { seriesEventsView } from '../screens/list-views/series-events.ts'
import { paths } from '../shell/paths.ts'
import type { PageHandle } from '../shell/use-root.ts'

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
