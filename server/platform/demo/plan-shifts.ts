import { Temporal } from 'temporal-polyfill'
import type { DemoClub } from './clubs.ts'
import type { EventPlan } from './plan-events.ts'

type Args = {
  club: DemoClub
  plans: EventPlan[]
  events: number[]
  assignments: number[]
  roles: number[]
  members: number[]
  /** The demo member, who has a shift today, tomorrow and in six days. */
  me: number
  now: Date
  today: Temporal.PlainDate
  zone: string
}

export type ShiftPlan = {
  event: number
  person: number | null
  role: number | null
  assignment: number | null
  start: Date
  end: Date
  draft: Date | null
  assigned_at: Date | null
  actual_start: Date | null
  actual_end: Date | null
  notes: string
}

const HOUR = 3_600_000

/** The roster in all its states: worked, end forgotten, today, assigned, open, unpublished. Published twelve days ago. */
export function planShifts(args: Args): ShiftPlan[] {
  const { club, plans, events, assignments, roles, members, me, now, today, zone } = args
  const early = new Date(now.getTime() - 12 * 24 * HOUR)
  let turn = 0
  const next = () => members[(turn = (turn + 1) % members.length)]!
  return plans.flatMap((plan, i) => {
    const past = plan.end <= now
    const offset = today.until(
      Temporal.Instant.from(plan.start.toISOString()).toZonedDateTimeISO(zone).toPlainDate(),
    ).days
    const unpublished = !past && (i % 7 === 3 || offset > 45) && ![0, 1, 6].includes(offset)
    const mine = [0, 1, 6, 12, 21].includes(offset) || (past && i % 4 === 0)
    const places = club.assignments.flatMap(([, count], duty) => Array.from({ length: count }, () => duty))
    const crew = new Set<number>(mine ? [me] : [])
    return places.map((duty, place): ShiftPlan => {
      const open = !past && place > 0 && (i + place) % 4 === 1
      let person = mine && place === 0 ? me : open ? null : next()
      while (person !== null && place > 0 && crew.has(person)) person = next()
      if (person !== null) crew.add(person)
      const forgotten = past && offset > -8 && person === me
      return {
        event: events[i]!,
        person,
        role: roles[duty % roles.length] ?? null,
        assignment: assignments[duty] ?? null,
        start: plan.start,
        end: plan.end,
        draft: unpublished ? null : early,
        assigned_at: person === null ? null : early,
        actual_start: past && person !== null ? new Date(plan.start.getTime() + ((place * 7) % 20) * 60_000) : null,
        actual_end:
          past && person !== null && !forgotten ? new Date(plan.end.getTime() + ((place * 11) % 30) * 60_000) : null,
        notes: duty === 2 && place % 2 === 0 ? 'Fuel the boat before the briefing.' : '',
      }
    })
  })
}
