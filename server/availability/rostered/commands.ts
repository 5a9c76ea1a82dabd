import { sql } from 'kysely'
import { type AccountNotice, queueNotices } from '#server/deliveries/account-notices.ts'
import { readShown } from '#server/deliveries/shown.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireOwnAct } from '#server/engine/access/permission.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { listAdmins, listCoordinators } from '#server/people/coordinators.ts'
import { listRostered } from './queries.ts'

const KIND = 'account.unavailable'

/**
 * Notifies the coordinators of the events that the acting person is unavailable on their own coming shifts. One mail per shift and coordinator, however often it is requested.
 * @returns the number of recipients.
 * @throws DomainError 'invalid' when none of the shifts is theirs, coming and on a day that they marked as unavailable.
 */
export async function tellCoordinator(ctx: Ctx, shifts: readonly number[]): Promise<{ notified: number }> {
  const person = requireOwnAct(ctx.actor)
  // Serialises double clicks, so that they send one mail.
  await ctx.db.selectFrom('people').select('id').where('id', '=', person).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { rows } = await sql<{ date: string }>`
    select date::text as date from availability where person = ${person} and available = 0 and "end" > ${ctx.clock.now()}`.execute(
    ctx.db,
  )
  const dates = rows.map(({ date }) => date)
  const own = (await listRostered(ctx, { person, dates })).filter(({ id }) => shifts.includes(id))
  if (!own.length) throw invalid({ shifts: ['None of these shifts is on a day that you marked as unavailable.'] })
  const coordinators = await listCoordinators(
    ctx.db,
    own.map(({ event }) => event),
    [person],
  )
  const admins = new Set(await listAdmins(ctx.db))
  const known = await alreadyNotified(ctx, person, [...new Set([...coordinators.values()].flat())])
  const shown = await readShown(
    ctx.db,
    own.map(({ id }) => [{ shift: id }]),
  )
  const notices = own.flatMap(({ id, event, name, duty, start, end }, at) =>
    (coordinators.get(event) ?? [])
      .filter((to) => !known.has(`${id} ${to}`))
      .map((to): AccountNotice & { shift: number } => ({
        kind: KIND,
        person: to,
        about: person,
        shift: id,
        useful_until: new Date(end),
        title: `{name} is unavailable for ${name}`,
        paragraphs: [
          `{name} has marked the day as unavailable and is on this shift: ${[name, duty].filter(Boolean).join(', ')}, {at}.`,
          'The shift is still theirs until you change the roster.',
        ],
        times: { at: start },
        shifts: shown[at] ?? [],
        action: admins.has(to)
          ? { label: 'Open the roster', path: `/events/${event}/shifts` }
          : { label: 'Open the event', path: `/events/${event}` },
      })),
  )
  await queueNotices(ctx, ...notices)
  for (const { id } of own)
    await audit(ctx, { action: 'availability.tell', subject: 'shifts', subject_id: id, details: {} })
  return { notified: new Set(own.flatMap(({ event }) => coordinators.get(event) ?? [])).size }
}

/** Returns `shift coordinator` for each mail already sent. */
async function alreadyNotified(ctx: Ctx, me: number, coordinators: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select (facts ->> 'shift') || ' ' || person as pair from deliveries
    where person = any (${coordinators}::bigint[]) and kind = ${KIND} and (facts ->> 'about')::bigint = ${me}`.execute(
    ctx.db,
  )
  return new Set(rows.map(({ pair }) => pair))
}
