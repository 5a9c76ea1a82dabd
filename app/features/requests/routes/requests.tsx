import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { readPersonFacts } from '#server/people/page/queries.ts'
import type { AboutPerson } from '#server/requests/answer/contract.ts'
import { getRequest, listAnsweredRequests, listWaitingRequests } from '#server/requests/answer/queries.ts'
import { getTimeRequest } from '#server/requests/times/queries.ts'
import { PAGE_SIZE, RequestsScreen } from '../requests-screen.tsx'

export const handle = { title: 'Requests', auth: true, framed: false, width: 'none', rail: true }

/** Null for anything else. */
const idOf = (text: string | null): number | null => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/**
 * Outstanding requests, or answered ones with `?view=answered`; `?request=` opens one beside the list, and `?times=`
 * one for other times on a shift.
 */
export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    const now = ctx.clock.now()
    const view = url.searchParams.get('view') === 'answered' ? ('answered' as const) : ('outstanding' as const)
    const page = Math.max(1, Math.min(10_000, Number(url.searchParams.get('page')) || 1))
    const args = { now, limit: PAGE_SIZE, offset: (Math.floor(page) - 1) * PAGE_SIZE }
    const list = await (view === 'answered' ? listAnsweredRequests(ctx.db, args) : listWaitingRequests(ctx.db, args))
    const [event, times] = [idOf(url.searchParams.get('request')), idOf(url.searchParams.get('times'))]
    const chosen = times ? { kind: 'times' as const, id: times } : event ? { kind: 'event' as const, id: event } : null
    const open = chosen ?? list.rows[0]
    const withHeld = async <D extends { request: { person: number }; about: AboutPerson }>(detail: D): Promise<D> => {
      const facts = await readPersonFacts(ctx, [detail.request.person])
      return { ...detail, about: { ...detail.about, held: facts[detail.request.person]?.held ?? [] } }
    }
    return {
      view,
      page,
      pages: Math.max(1, Math.ceil(list.count / PAGE_SIZE)),
      chosen,
      detail:
        open?.kind === 'event'
          ? await withHeld(await getRequest(ctx.db, { request: open.id, zone: ctx.site.timezone, now }))
          : null,
      times: open?.kind === 'times' ? await withHeld(await getTimeRequest(ctx.db, open.id, now)) : null,
      ...list,
    }
  },
})

export default function Requests() {
  return <RequestsScreen {...useLoaderData<typeof loader>()} />
}
