import { useLoaderData } from '@remix-run/react'
import { getRequest, listAnsweredRequests, listWaitingRequests } from '#server/requests/answer/queries.ts'
import { screen } from '../http/screen.ts'
import { PAGE_SIZE, RequestsScreen } from '../screens/requests/requests-screen.tsx'

export const handle = { title: 'Requests', width: 'none', rail: true }

/** Shows outstanding requests, or answered ones with `?view=answered`; `?request=` opens one beside the list. */
export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    const now = ctx.clock.now()
    const view = url.searchParams.get('view') === 'answered' ? ('answered' as const) : ('outstanding' as const)
    const page = Math.max(1, Math.min(10_000, Number(url.searchParams.get('page')) || 1))
    const args = { now, limit: PAGE_SIZE, offset: (Math.floor(page) - 1) * PAGE_SIZE }
    const list = await (view === 'answered' ? listAnsweredRequests(ctx.db, args) : listWaitingRequests(ctx.db, args))
    const asked = Number(url.searchParams.get('request'))
    const chosen = Number.isSafeInteger(asked) && asked > 0 ? asked : null
    const open = chosen ?? list.rows[0]?.id ?? null
    const detail = open && (await getRequest(ctx.db, { request: open, zone: ctx.site.timezone, now }))
    return {
      view,
      page,
      pages: Math.max(1, Math.ceil(list.count / PAGE_SIZE)),
      chosen,
      detail: detail || null,
      ...list,
    }
  },
})

export default function Requests() {
  return <RequestsScreen {...useLoaderData<typeof loader>()} />
}
