import { useLoaderData } from '@remix-run/react'
import { seesAdminView } from '#app/http/admin-view.ts'
import { idFrom } from '#app/http/parse.ts'
import { screen } from '#app/http/screen.ts'
import { seriesName } from '#app/shell/page-names.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { getSeriesPage } from '#server/requests/sign-up/queries.ts'
import { SeriesScreen } from '../series/series-screen.tsx'

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
