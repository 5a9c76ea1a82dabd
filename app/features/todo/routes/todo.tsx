import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { readToDecide } from '#server/events/decide/queries.ts'
import { readPersonFacts } from '#server/people/page/queries.ts'
import type { AboutPerson } from '#server/requests/answer/contract.ts'
import { getRequest } from '#server/requests/answer/queries.ts'
import { getTimeRequest } from '#server/requests/times/queries.ts'
import { readApproval } from '#server/swaps/queries.ts'
import type { ToDoItem } from '#server/todo/contract.ts'
import { listAnswered, listToDo } from '#server/todo/queries.ts'
import { ToDoScreen } from '../todo-screen.tsx'

export const handle = { title: 'To do', auth: true, framed: false, width: 'none', rail: true }

const PAGE_SIZE = 50

type Key = { kind: string; id: number }

/** Null for anything else. */
function keyIn(text: string | null): Key | null {
  const [, kind, id] = /^([a-z]{1,40})-(\d{1,15})$/.exec(text ?? '') ?? []
  return kind && id ? { kind, id: Number(id) } : null
}

const ANY = { at: null, person: null, who: '', avatar: null, event: null, what: '', start: null, facts: {} }

/** An item of the list, in which a request may stand for others of its series; a request may also be answered. */
function itemOf(items: readonly ToDoItem[], { kind, id }: Key): ToDoItem | null {
  const listed = items.find(
    (item) => item.kind === kind && (item.id === id || (item.facts.requests as number[] | undefined)?.includes(id)),
  )
  return listed ?? (kind === 'request' || kind === 'times' ? { kind, id, ...ANY } : null)
}

async function withHeld<D extends { request: { person: number }; about: AboutPerson }>(ctx: Ctx, read: Promise<D>) {
  const detail = await read
  const facts = await readPersonFacts(ctx, [detail.request.person])
  return { ...detail, about: { ...detail.about, held: facts[detail.request.person]?.held ?? [] } }
}

/** What the panel of an item shows beyond its row. */
async function detailOf(ctx: Ctx, { kind, id }: Key) {
  const now = ctx.clock.now()
  return {
    request:
      kind === 'request' ? await withHeld(ctx, getRequest(ctx.db, { request: id, clock: callersClock(ctx) })) : null,
    times: kind === 'times' ? await withHeld(ctx, getTimeRequest(ctx.db, id, now)) : null,
    decision: kind === 'decide' ? await readToDecide(ctx.db, { event: id, now }) : null,
    swap: kind === 'swap' ? await readApproval(ctx, id) : null,
  }
}

/**
 * What waits for coordinators, by the clock; of one kind with `?kind=`, answered requests with `?view=answered`. The
 * item `?item=kind-id` opens beside the list, else the first; a phone shows the item, or the list with `?view=list`.
 */
export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    const now = ctx.clock.now()
    const asked = url.searchParams.get('view')
    const view = asked === 'answered' ? ('answered' as const) : ('open' as const)
    const kind = url.searchParams.get('kind')?.slice(0, 40) || null
    const page = Math.floor(Math.max(1, Math.min(200, Number(url.searchParams.get('page')) || 1)))
    const at = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
    const list = await (view === 'answered' ? listAnswered(ctx, at) : listToDo(ctx, { kind, ...at }))
    const key = keyIn(url.searchParams.get('item'))
    const open = (key && itemOf(list.items, key)) ?? list.items[0] ?? null
    return {
      ...list,
      view,
      kind,
      page,
      pages: Math.max(1, Math.ceil(list.count / PAGE_SIZE)),
      pageSize: PAGE_SIZE,
      listed: key === null && (view === 'answered' || asked === 'list'),
      open,
      ...(open ? await detailOf(ctx, open) : { request: null, times: null, decision: null, swap: null }),
      now: now.toISOString(),
    }
  },
})

export default function ToDo() {
  return <ToDoScreen {...useLoaderData<typeof loader>()} />
}
