import type { DemoClub } from './club.ts'
import type { EventPlan } from './plan-events.ts'
import type { Random } from './random.ts'

type Args = {
  club: DemoClub
  plans: readonly EventPlan[]
  members: readonly number[]
  me: number
  admin: number
  now: Date
  random: Random
}

export type ShiftPlan = {
  /** Index of its event in `plans`. */
  plan: number
  assignment: string
  person: number | null
  start: Date
  end: Date
  draft: Date | null
  published_by: number | null
  assigned_at: Date | null
  actual_start: Date | null
  actual_end: Date | null
  notes: string
  created_at: Date
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Later events are still unpublished. */
const PLANNED_DAYS = 38

/**
 * Plans shifts in every state: worked, end missing, never started, in progress, assigned, open, unpublished. Published
 * two weeks before now or before the event, so that reminders are due, except one event just now. No one has two shifts
 * at the same time.
 */
export function planShifts(args: Args): ShiftPlan[] {
  const { club, plans, members, me, now, random } = args
  const busy = new Map<number, [from: number, to: number][]>()
  const free = (person: number, { start, end }: EventPlan) =>
    (busy.get(person) ?? []).every(([from, to]) => end.getTime() <= from || start.getTime() >= to)
  const take = (person: number, { start, end }: EventPlan) => {
    busy.set(person, [...(busy.get(person) ?? []), [start.getTime(), end.getTime()]])
    return person
  }
  const anybody = (plan: EventPlan): number | null => {
    const from = random.below(members.length)
    for (let i = 0; i < members.length; i++) {
      const person = members[(from + i) % members.length]!
      if (free(person, plan)) return take(person, plan)
    }
    return null
  }
  const mine = new Set(ownPlans(plans, now).filter((i) => free(me, plans[i]!) && take(me, plans[i]!)))
  const justNow = plans.findIndex(
    (plan, i) => plan.start.getTime() > now.getTime() + 9 * DAY && plan.series === 'recurring' && !mine.has(i),
  )

  return plans.flatMap((plan, index) => {
    const days = (plan.start.getTime() - now.getTime()) / DAY
    const unpublished =
      plan.series !== 'weekend' && !mine.has(index) && (days > PLANNED_DAYS || (days > 12 && index % 6 === 1))
    const early = new Date(Math.min(now.getTime(), plan.start.getTime()) - 14 * DAY)
    const known = index === justNow ? new Date(now.getTime() - 2 * MINUTE) : early
    const assignments = plan.of.crew.flatMap(([assignment, count]) => Array.from({ length: count }, () => assignment))
    return assignments.map((assignment, position): ShiftPlan => {
      const own = position === 0 && mine.has(index)
      const open = !own && (days > 0 ? random.chance(0.28) : random.chance(0.05))
      const person = own ? me : open ? null : anybody(plan)
      return {
        plan: index,
        assignment,
        person,
        start: plan.start,
        end: plan.end,
        draft: unpublished ? null : known,
        published_by: unpublished ? null : args.admin,
        assigned_at: person === null ? null : known,
        ...(person === null ? NOT_WORKED : worked(plan, now, own ? 'own' : 'other', random)),
        notes: club.assignments.find(({ name }) => name === assignment)?.notes ?? '',
        created_at: new Date(known.getTime() - DAY),
      }
    })
  })
}

function ownPlans(plans: readonly EventPlan[], now: Date): number[] {
  const indexes = plans.map((_, i) => i)
  const later = indexes.filter(
    (i) => plans[i]!.series === 'recurring' && plans[i]!.start.getTime() > now.getTime() + 10 * DAY,
  )
  const over = indexes.filter((i) => plans[i]!.end < now && plans[i]!.next === null).reverse()
  return [
    ...indexes.filter((i) => plans[i]!.next !== null),
    ...later.slice(0, 2),
    ...over.filter((_, i) => i % 4 === 0).slice(0, 6),
  ]
}

type Hours = Pick<ShiftPlan, 'actual_start' | 'actual_end'>
const NOT_WORKED: Hours = { actual_start: null, actual_end: null }

function worked({ start, end, next }: EventPlan, now: Date, who: 'own' | 'other', random: Random): Hours {
  const after = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE)
  const actualStart = after(start, random.below(20) - 5)
  if (next === 'today') return start < now ? { actual_start: start, actual_end: null } : NOT_WORKED
  if (end < now) {
    const recent = now.getTime() - end.getTime() < 6 * DAY
    if (who === 'own' && recent) return { actual_start: actualStart, actual_end: null }
    if (who === 'other' && random.chance(0.06)) return NOT_WORKED
    if (who === 'other' && random.chance(0.06)) return { actual_start: actualStart, actual_end: null }
    const actualEnd = after(end, random.below(40) - 10)
    return { actual_start: actualStart, actual_end: actualEnd < now ? actualEnd : now }
  }
  return start < now && actualStart < now ? { actual_start: actualStart, actual_end: null } : NOT_WORKED
}
