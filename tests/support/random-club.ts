import type { Site } from '#server/engine/tenancy/site.ts'
import type { Seeded } from './random.ts'
import type { World } from './world.ts'

const DAY_MS = 86_400_000

/** The rows of a small club, for a filter that does not use the product's SQL. */
export type Club = Awaited<ReturnType<typeof makeClub>>

type Row = Record<string, unknown> & { id: number }

/**
 * Makes a site with a dozen people of all kinds, their shifts, requests, records, availability and profile entries, all
 * around `now`. Its zone may be far from UTC, and its shifts start at any hour, so that only the site's wall clock
 * separates days correctly.
 */
export async function makeClub(world: World, random: Seeded, now: Date) {
  const timezone = random.pick(['Europe/London', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu'])
  const site = await world.makeSite({ timezone, sms_enabled: random.chance(0.8) })
  const rows = (table: string, count: number, row: (i: number) => Record<string, unknown>) =>
    insertRows(
      world,
      site,
      table,
      Array.from({ length: count }, (_, i) => row(i)),
    )
  const instant = () => new Date(now.getTime() + (random.below(60 * 24) - 30 * 24) * 3_600_000)
  const day = (spread: number) =>
    new Date(now.getTime() + (random.below(2 * spread) - spread) * DAY_MS).toISOString().slice(0, 10)
  const named = (table: string, count = 2) => rows(table, count, (i) => ({ name: `${table} ${i}` }))
  const people = await rows('people', 12, (i) => ({
    name: `Person ${i}`,
    email: random.chance(0.1) ? '' : `p${i}@example.org`,
    phone: random.chance(0.7) ? `+4477009000${String(random.below(12)).padStart(2, '0')}` : null,
    sms_verified: random.chance(0.7),
    sms_notifications: random.chance(0.7),
    sms_blocked: random.chance(0.1),
    email_blocked: random.pick([null, null, null, null, 'bounced', 'complained']),
    email_notifications: random.chance(0.8),
    email_newsletters: random.chance(0.7),
    ...(random.chance(0.1)
      ? { role: 'new', is_active: false }
      : { role: random.chance(0.2) ? 'admin' : 'user', is_active: random.chance(0.85) }),
    joined: random.chance(0.7) ? day(900) : null,
    created_at: new Date(now.getTime() - random.below(900) * DAY_MS),
    tags: ['crew', 'shore'].filter(() => random.chance(0.3)),
    erased_at: random.chance(0.05) ? now : null,
  }))
  const anybody = () => random.pick(people).id
  const series = await named('series')
  const [roles, assignments, competencies, fields] = [
    await named('roles'),
    await named('assignments'),
    await rows('competencies', 2, (i) => ({ name: `c${i}`, valid_months: random.pick([null, 1, 12]) })),
    await rows('profilefields', 2, (i) => ({ display_name: `f${i}` })),
  ]
  const events = await rows('events', 3, (i) => {
    const start = instant()
    const end = new Date(start.getTime() + 4 * 3_600_000)
    return { name: `e${i}`, start, end, series: random.chance(0.6) ? random.pick(series).id : null }
  })
  const shifts = await rows('shifts', 14, () => {
    const start = instant()
    const worked = random.chance(0.5)
    return {
      event: random.pick(events).id,
      person: random.chance(0.9) ? anybody() : null,
      role: random.chance(0.6) ? random.pick(roles).id : null,
      assignment: random.chance(0.6) ? random.pick(assignments).id : null,
      start,
      end: new Date(start.getTime() + 3 * 3_600_000),
      draft: random.chance(0.6) ? now : null,
      ...random.pick([
        {},
        { answer_state: 'confirmed', answered_at: now },
        { answer_state: 'seeking_cover', answered_at: now },
      ]),
      actual_start: worked ? start : null,
      actual_end: worked ? new Date(start.getTime() + (1 + random.below(8)) * 1_800_000) : null,
    }
  })
  const pairs = people.flatMap((person) => events.map((event) => ({ person: person.id, event: event.id })))
  const requests = await insertRows(
    world,
    site,
    'requests',
    pairs.filter(() => random.chance(0.25)).map((pair) => ({ ...pair, declined_at: random.chance(0.3) ? now : null })),
  )
  const records = await insertRows(
    world,
    site,
    'records',
    people.flatMap(({ id }) =>
      competencies.flatMap((competency) =>
        [1, 2]
          .filter(() => random.chance(0.4))
          .map((turn) => ({
            person: id,
            competency: competency.id,
            achieved: new Date(now.getTime() - (turn * 200 + random.below(190) - 240) * DAY_MS)
              .toISOString()
              .slice(0, 10),
          })),
      ),
    ),
  )
  const days = [day(3), day(3)].filter((one, i, all) => all.indexOf(one) === i)
  const said = await insertRows(
    world,
    site,
    'availability',
    people.flatMap(({ id }) =>
      days
        .filter(() => random.chance(0.5))
        .map((date) => ({
          person: id,
          date,
          start: new Date(`${date}T00:00:00Z`),
          end: new Date(`${date}T23:00:00Z`),
          available: random.below(3),
        })),
    ),
  )
  const entries = await insertRows(
    world,
    site,
    'profileentries',
    people.flatMap(({ id }) =>
      fields
        .filter(() => random.chance(0.5))
        .map((field) => ({ person: id, entry_type: field.id, value: random.pick(['Large', 'large', 'Small']) })),
    ),
  )
  return {
    site,
    timezone,
    people,
    series,
    roles,
    assignments,
    competencies,
    fields,
    events,
    shifts,
    requests,
    records,
    days,
    said,
    entries,
  }
}

async function insertRows(
  world: World,
  site: Site,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<Row[]> {
  const inserted: Row[] = []
  for (const row of rows) inserted.push({ ...(await world.insert(site, table, row)), ...row } as Row)
  return inserted
}
