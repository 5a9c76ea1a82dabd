import { useLoaderData } from '@remix-run/react'
import { requirePerson } from '#server/engine/access/permission.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { getSeriesPage } from '#server/requests/sign-up/queries.ts'
import { seesAdminView } from '../http/admin-view.ts'
import { idFrom } from '../http/parse.ts'
import { screen } from '../http/screen.ts'
import { SeriesScreen } from '../screens/series/series-screen.tsx'
import { seriesName } from '../shell/page-names.ts'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = { title: 'Series', auth: true, framed: false, nameOf: seriesName } satisfies PageHandle<
  typeof loader
>

export const loader = screen({
  requires: 'member',
  load: async (ctx, { params }) => {
    const admin = seesAdminView(ctx.actor)
    const reader = { person: requirePerson(ctx.actor), admin, now: ctx.clock.now(), zone: ctx.site.timezone }
    const series = await getSeriesPage(ctx.db, { series: idFrom(params.pk), ...reader })
    if (!series) throw notFound('This series does not exist.')
    return { series, admin }
  },
})

export default function Series() {
  return <SeriesScreen {...useLoaderData<typeof loader>()} />
}
