import { type Kysely, sql } from 'kysely'
import { rungAt } from '#server/cover/rungs.pure.ts'
import { type AskedShift, wakingTime } from '#server/deliveries/due.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { holdUntil } from '#server/waiting/rules.ts'
import type { Insert } from './bulk-insert.ts'
import type { DemoPeople } from './people.ts'
import type { AnswerPlan, AnswerStories } from './plan-answers.ts'
import { isFree } from './plan-answers.ts'
import type { ShiftPlan } from './plan-shifts.ts'

type Args = {
  site: number
  shifts: readonly ShiftPlan[]
  ids: readonly number[]
  events: readonly number[]
  assignments: ReadonlyMap<string, number>
  answers: readonly AnswerPlan[]
  stories: Partial<AnswerStories>
  people: DemoPeople
  /** Whether a person has the competencies at the start of a shift and is not unavailable. */
  suits: (person: number, shift: ShiftPlan) => boolean
  now: Date
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

export async function makeAnswers(db: Kysely<DB>, insert: Insert, args: Args): Promise<void> {
  await makeHistory(insert, args)
  await markNudged(db, args)
  const { rows } = await sql<Pick<AskedShift, 'quiet'> & { zone: string }>`
    select timezone as zone, json_build_object('quiet_start', quiet_start, 'quiet_end', quiet_end) as quiet
    from core.sites where id = ${args.site}`.execute(db)
  await makeSearches(insert, args, rows[0]!)
  await makeSwaps(insert, args)
  await makeWaitingList(insert, args)
  await makeHeld(insert, args, rows[0]!)
}

async function makeHistory(insert: Insert, { shifts, ids, answers, stories, people, now }: Args): Promise<void> {
  const rows = answers.flatMap(({ answer, at, by, reason }, i) =>
    answer === null
      ? []
      : [
          {
            shift: ids[i]!,
            person: shifts[i]!.person!,
            answer: answer as string,
            reason,
            given_by: by,
            via: by === null ? 'link' : 'screen',
            at: at!,
          },
        ],
  )
  if (stories.released !== undefined) {
    const shift = shifts[stories.released]!
    rows.push({
      shift: ids[stories.released]!,
      person: people.crew.find((person) => isFree(shifts, person, shift))!,
      answer: 'released',
      reason: 'We are moving house that weekend.',
      given_by: people.admin,
      via: 'screen',
      at: new Date(now.getTime() - 2 * DAY),
    })
  }
  await insert('answers', rows)
}

async function markNudged(db: Kysely<DB>, { shifts, ids, answers, now }: Args): Promise<void> {
  const silent = shifts.flatMap(({ person, draft, start }, i) => {
    const left = start.getTime() - now.getTime()
    return person !== null && draft && answers[i]!.answer === null && left > 0 && left < 5 * DAY ? [ids[i]!] : []
  })
  await sql`insert into core.questions (site_id, shift, person, again, at)
    select site_id, id, person, true, ${now} from core.shifts where id = any (${silent}::bigint[])`.execute(db)
}

type Site = Omit<AskedShift, 'start'>

async function makeSearches(insert: Insert, { shifts, ids, stories, people, suits, now }: Args, site: Site) {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const suitable = (shift: ShiftPlan) =>
    people.crew.filter((person) => isFree(shifts, person, shift) && suits(person, shift))
  const store = async (index: number, searching: boolean, groups: readonly (readonly number[])[]) => {
    const shift = shifts[index]!
    const { every } = rungAt(now, shift.start)
    const last = searching ? 6 : every
    const next = wakingTime(ago(last - every), { start: shift.start, ...site })
    const [cover] = await insert('covers', [
      {
        shift: ids[index],
        person: shift.person,
        state: searching ? 'searching' : 'exhausted',
        rung: groups.length,
        next_rung_at: searching ? next : null,
        seed: ids[index],
        started_by: shift.person,
        started_at: ago(31),
        moved_at: ago(searching ? last : 1),
        ended: searching ? null : 'nobody_left',
        ended_at: searching ? null : ago(1),
      },
    ])
    const asks = groups.flatMap((group, rung) => {
      const asked = last + (groups.length - 1 - rung) * every
      return group.map((person, i) => {
        const answered = (i + rung) % 3 === 0 && !(searching && person === people.member)
        return {
          cover,
          person,
          rung: rung + 1,
          asked_at: ago(asked),
          answer: answered ? 'no' : null,
          answered_at: answered ? ago(asked - 0.7) : null,
          channel: 'email',
        }
      })
    })
    await insert('coverasks', asks)
  }
  const { searching, exhausted } = stories
  if (searching !== undefined) {
    const [a, b, c, d, e] = suitable(shifts[searching]!)
    await store(searching, true, [
      [a!, b!, c!],
      [people.member, d!, e!],
    ])
  }
  if (exhausted !== undefined) {
    const shift = shifts[exhausted]!
    const { member } = people
    const all = [...(isFree(shifts, member, shift) && suits(member, shift) ? [member] : []), ...suitable(shift)]
    const size = rungAt(now, shift.start).people ?? all.length
    const groups = Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
    await store(exhausted, false, groups)
  }
}

async function makeSwaps(insert: Insert, { shifts, ids, stories, people, now }: Args): Promise<void> {
  const propose = async (
    kind: 'hand_over' | 'offer',
    parts: readonly { person: number; gives: number | null; gets: number | null; accepted: boolean | null }[],
    comments: string,
  ) => {
    const at = new Date(now.getTime() - 4 * HOUR)
    const [circle] = await insert('swap_circles', [
      { state: 'proposed', size: parts.length, ends_at: new Date(at.getTime() + 2 * DAY), created_at: at },
    ])
    await insert(
      'swap_parts',
      parts.map((part, position) => ({ circle, position, ...part, answered_at: part.accepted ? at : null })),
    )
    await insert(
      'swaps',
      parts.flatMap(({ person, gives, gets }) => {
        const wants = kind === 'offer' ? { shifts: [gets] } : {}
        return gives === null
          ? []
          : [{ person, kind, shift: gives, wants, comments, state: 'proposed', circle, created_at: at }]
      }),
    )
  }
  const { handedOver, circle } = stories
  if (handedOver !== undefined)
    await propose(
      'hand_over',
      [
        { person: shifts[handedOver]!.person!, gives: ids[handedOver]!, gets: null, accepted: true },
        { person: people.member, gives: null, gets: ids[handedOver]!, accepted: null },
      ],
      'My parents are here that week. Could you?',
    )
  if (circle)
    await propose(
      'offer',
      circle.map((index, i) => {
        const gets = circle[(i + 1) % circle.length]!
        return { person: shifts[index]!.person!, gives: ids[index]!, gets: ids[gets]!, accepted: i === 0 ? true : null }
      }),
      '',
    )
}

async function makeWaitingList(insert: Insert, args: Args): Promise<void> {
  const { shifts, events, assignments, people, suits, now } = args
  const isFull = (one: ShiftPlan) =>
    shifts.every((shift) => shift.plan !== one.plan || shift.assignment !== one.assignment || shift.person !== null)
  const full = shifts.find(
    (shift) => shift.draft && shift.start.getTime() > now.getTime() + 7 * DAY && shift.person !== null && isFull(shift),
  )
  if (!full) return
  const waiting = people.crew
    .filter((person) => isFree(shifts, person, full) && suits(person, full))
    .slice(-3)
    .map((person, i) => {
      const at = new Date(now.getTime() - (70 - 20 * i) * HOUR)
      return {
        event: events[full.plan],
        assignment: assignments.get(full.assignment),
        person,
        created_at: at,
        looked_at: now,
      }
    })
  await insert('waiting', waiting)
}

async function makeHeld(insert: Insert, args: Args, site: Site): Promise<void> {
  const { shifts, ids, events, assignments, stories, people, suits, now } = args
  const index = shifts.findIndex(
    (shift, i) =>
      shift.draft !== null &&
      shift.person === null &&
      i !== stories.released &&
      shift.start.getTime() > now.getTime() + 6 * DAY &&
      isFree(shifts, people.member, shift) &&
      suits(people.member, shift),
  )
  const shift = shifts[index]
  if (!shift) return
  const at = new Date(now.getTime() - HOUR)
  const place = { person: people.member, created_at: new Date(now.getTime() - 4 * DAY), looked_at: now }
  const list = { event: events[shift.plan], assignment: assignments.get(shift.assignment) }
  const [waiting] = await insert('waiting', [{ ...list, ...place }])
  const hold_until = holdUntil(at, { start: shift.start, ...site })
  await insert('waitingoffers', [{ waiting, shift: ids[index], exclusive: true, hold_until, offered_at: at }])
}
