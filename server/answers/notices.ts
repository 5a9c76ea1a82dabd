import { sql } from 'kysely'
import { queueRosterNotices, type RosterNotice } from '#server/deliveries/roster-notices.ts'
import { shiftFacts } from '#server/deliveries/shift-facts.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { timeLeft } from './rules.ts'

type Decline = { id: number; shift: number; person: number; reason: string; released: boolean; sought: boolean }

/** How many coordinators are notified at most. */
const MAX_COORDINATORS = 50

/**
 * Tells the coordinators, except the one who recorded it, that somebody cannot come.
 * @param decline `id`: of the stored answer. `sought`: whether others are being asked.
 */
export async function noteDeclined(ctx: Ctx, decline: Decline, given_by: number | null): Promise<void> {
  const { rows: admins } = await sql<{ id: number }>`
    select id from people where role = 'admin' and is_active and erased_at is null and id is distinct from ${given_by}
      and id <> ${decline.person} order by id limit ${MAX_COORDINATORS}`.execute(ctx.db)
  if (!admins.length) return
  const shift = (await shiftFacts(ctx.db, { shifts: [decline.shift] })).get(decline.shift)!
  const duty = [shift.assignment, shift.role].filter(Boolean).join(', ') || 'a shift'
  const what = `${duty} at ${shift.event_name || 'Untitled Event'}`
  const left = timeLeft(new Date(shift.start), ctx.clock.now())
  const { stands, sms } = WORDS[decline.released ? 'released' : decline.sought ? 'sought' : 'left']
  await queueRosterNotices(
    ctx,
    ...admins.map(
      ({ id }): RosterNotice => ({
        kind: 'answer.declined',
        ...{ person: id, subject: decline.id, cause: String(decline.id), event: shift.event },
        useful_until: new Date(shift.start),
        title: `Cannot come: ${what}`,
        paragraphs: [
          `{name} cannot come: ${what}, {at}. It starts ${left}.`,
          decline.reason ? `Reason: ${decline.reason}` : 'No reason was given.',
          stands,
        ],
        action: { label: 'Open the event', path: `/events/${shift.event}` },
        sms,
        names: { what },
        about: decline.person,
        times: { at: shift.start },
      }),
    ),
  )
}

const WORDS = {
  released: { stands: 'They are off the roster, and the shift is open.', sms: ROSTER_SMS.declined_released },
  sought: {
    stands: 'The shift stays theirs until somebody takes it. Suitable people are being asked.',
    sms: ROSTER_SMS.declined_sought,
  },
  left: {
    stands: 'The shift stays theirs until somebody takes it. Nobody is being asked yet.',
    sms: ROSTER_SMS.declined_left,
  },
} as const
