import type { Insert } from './bulk-insert.ts'
import type { DemoClub } from './club.ts'
import type { DemoPeople } from './people.ts'
import type { EventPlan } from './plan-events.ts'
import type { ShiftPlan } from './plan-shifts.ts'
import type { Random } from './random.ts'

type Args = {
  club: DemoClub
  plans: readonly EventPlan[]
  shifts: readonly ShiftPlan[]
  events: readonly number[]
  assignments: ReadonlyMap<string, number>
  locations: ReadonlyMap<string, number>
  people: DemoPeople
  now: Date
  random: Random
}

const DAY = 86_400_000
const OUTSTANDING = 16
const DECLINED = 3

/**
 * Creates requests for coming events: pending ones (two by the demo member), declined ones, and some that got a shift.
 * At most one per person and event; only accepted ones for an event that the person is already on.
 */
export async function makeRequests(insert: Insert, args: Args): Promise<void> {
  const { club, plans, shifts, events, assignments, locations, people, now, random } = args
  const on = (plan: number, person: number) => shifts.some((shift) => shift.plan === plan && shift.person === person)
  const published = new Set(shifts.filter(({ draft }) => draft !== null).map(({ plan }) => plan))
  const future = plans.flatMap((plan, i) => (plan.start > now && published.has(i) ? [i] : []))
  const asked = new Set<string>()
  const request = (plan: number, person: number, over: Record<string, unknown> = {}) => {
    const { assignment } = shifts.find((shift) => shift.plan === plan && shift.person === null) ?? {}
    asked.add(`${plan}:${person}`)
    return {
      event: events[plan],
      person,
      asked_start: plans[plan]!.start,
      asked_location: locations.get(plans[plan]!.of.location) ?? null,
      comments: random.pick(club.comments),
      assignment: random.chance(0.3) ? (assignments.get(assignment ?? '') ?? null) : null,
      new: true,
      declined_at: null as Date | null,
      declined_by: null as number | null,
      created_at: new Date(now.getTime() - (0.1 + random.below(60) / 10) * DAY),
      ...over,
    }
  }
  const mine = future.filter((plan) => !on(plan, people.member)).slice(2, 4)
  const rows = mine.map((plan, i) => request(plan, people.member, { comments: club.comments[i] ?? '' }))
  for (let turn = 0; rows.length < OUTSTANDING + DECLINED && turn < 500; turn++) {
    const plan = random.pick(future)
    const person = random.pick(people.crew)
    if (on(plan, person) || asked.has(`${plan}:${person}`)) continue
    const declined = rows.length >= OUTSTANDING
    const answer = { new: false, declined_at: new Date(now.getTime() - 0.5 * DAY), declined_by: people.admin }
    rows.push(request(plan, person, declined ? { ...answer, created_at: new Date(now.getTime() - 4 * DAY) } : {}))
  }
  const answered = shifts.filter(
    ({ plan, person, draft }) => draft && person && future.includes(plan) && random.chance(0.08),
  )
  for (const { plan, person } of answered)
    if (!asked.has(`${plan}:${person}`))
      rows.push(request(plan, person!, { new: false, created_at: new Date(now.getTime() - 16 * DAY) }))
  await insert('requests', rows)
}

const HOUR = 3_600_000

type TimeArgs = Pick<Args, 'people' | 'now'> & { shifts: readonly ShiftPlan[]; ids: readonly number[] }

export async function makeTimeRequest(insert: Insert, { people, now, shifts, ids }: TimeArgs): Promise<void> {
  const isOffered = ({ person, draft, start, end }: ShiftPlan) =>
    person !== null &&
    people.crew.includes(person) &&
    draft !== null &&
    start.getTime() > now.getTime() + 2 * DAY &&
    end.getTime() - start.getTime() > 2 * HOUR
  const at = shifts.findIndex(isOffered)
  const shift = shifts[at]
  if (!shift) return
  await insert('time_requests', [
    {
      shift: ids[at],
      person: shift.person,
      modified_start: null,
      modified_end: new Date(shift.end.getTime() - HOUR),
      comments: 'I have to fetch my daughter. Can I leave an hour early?',
      created_at: new Date(now.getTime() - 0.3 * DAY),
    },
  ])
}
