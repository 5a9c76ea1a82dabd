import { isUrgent, timeLeft } from '#server/answers/rules.ts'
import { queueRosterNotices, type RosterNotice } from '#server/deliveries/roster-notices.ts'
import { shiftFacts } from '#server/deliveries/shift-facts.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { listCoordinators } from '#server/people/coordinators.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { StoredCircle } from './store.ts'

/**
 * Notifies the coordinators of an urgent hand-over or swap between two people, with the same limit as an urgent
 * decline. Excludes people in the circle.
 */
export async function notifyUrgent(ctx: Ctx, circle: StoredCircle, { gives, by }: { gives: number; by: number }) {
  const shift = (await shiftFacts(ctx.db, { shifts: [gives] })).get(gives)
  const now = ctx.clock.now()
  if (!shift || !isUrgent(new Date(shift.start), now)) return
  const people = circle.parts.map(({ person }) => person)
  const coordinators = (await listCoordinators(ctx.db, [shift.event], people)).get(shift.event) ?? []
  const duty = [shift.assignment, shift.role].filter(Boolean).join(', ') || 'a shift'
  const what = `${duty} at ${eventName(shift.event_name)}`
  await queueRosterNotices(
    ctx,
    ...coordinators.map(
      (person): RosterNotice => ({
        kind: 'swap.asked',
        ...{ person, subject: circle.id, cause: `urgent ${circle.id}`, event: shift.event },
        useful_until: new Date(shift.start),
        shows: [{ shift: gives }],
        title: `Wants to give away: ${what}`,
        paragraphs: [
          `{name} wants to give away ${what}, {at}. It starts ${timeLeft(new Date(shift.start), now)}.`,
          'They have asked {asked}. The shift stays theirs until someone says yes.',
        ],
        lists: { asked: people.filter((other) => other !== by) },
        action: { label: 'Open the event', path: `/events/${shift.event}` },
        sms: ROSTER_SMS.giving_away,
        names: { what },
        about: by,
        times: { at: shift.start },
      }),
    ),
  )
}
