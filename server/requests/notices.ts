import { sql } from 'kysely'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { queueRosterNotices, type RosterNotice } from '#server/deliveries/roster-notices.ts'
import { personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { listAdmins, listContacts } from '#server/people/coordinators.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'

type Asked = { id: number; event: number; name: string; start: Date; end: Date }

/**
 * Notifies the contacts of events of new requests that the acting person made for themselves: each contact once for
 * one act. Waits for the undo window, since a request is withdrawn by one press.
 */
export async function notifyRequested(ctx: Ctx, requests: readonly number[]): Promise<void> {
  const me = personOf(ctx.actor)
  if (me === null || !requests.length) return
  const { rows } = await sql<Asked>`
    select r.id, r.event, e.name, e.start, e."end" from requests r join events e on e.id = r.event
    where r.id = any (${[...requests]}::bigint[]) and r.person = ${me} and r.own and r.declined_at is null order by e.start, r.id`.execute(
    ctx.db,
  )
  const contacts = await listContacts(
    ctx.db,
    rows.map(({ event }) => event),
    [me],
  )
  const people = [...new Set([...contacts.values()].flat())]
  if (!people.length) return
  const admins = new Set(await listAdmins(ctx.db))
  const due_at = new Date(ctx.clock.epochMs() + UNDO_WINDOW_MS)
  await queueRosterNotices(
    ctx,
    ...people.map((person): RosterNotice => {
      const asked = rows.filter(({ event }) => contacts.get(event)?.includes(person))
      const first = asked[0]!
      const what = asked.length === 1 ? eventName(first.name) : `${asked.length} events`
      return {
        kind: 'request.made',
        ...{ person, subject: first.id, cause: String(first.id), event: first.event, due_at },
        useful_until: new Date(Math.max(...asked.map(({ end }) => end.getTime()))),
        shows: asked.map(({ event }) => ({ event })),
        title: `New request: ${what}`,
        paragraphs: [
          `{name} would like to help at ${what}.`,
          admins.has(person) ? 'It’s waiting for an answer in To do.' : 'An admin will reply.',
        ],
        action: admins.has(person)
          ? { label: 'Open To do', path: '/todo' }
          : { label: 'Open the event', path: `/events/${first.event}` },
        about: me,
        times: { at: first.start.toISOString() },
      }
    }),
  )
}
