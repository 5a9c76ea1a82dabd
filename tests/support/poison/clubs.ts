import { askByMail, makeRoster, makeShift, type Roster } from '../messages/messaging.ts'
import { type Person, QUESTION_PUT, type World } from '../world.ts'

/** Saturday a week before the shift of most cases, at 10:00 in London. */
export const NOW = new Date('2027-06-12T09:00:00Z')
export const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000).toISOString()

export type Club = Roster & { admin: Person }

export async function makeClub(world: World): Promise<Club> {
  const site = { ask_answers: true, answer_by_days: 5, self_assign: true }
  const roster = await makeRoster(world, { site })
  return { ...roster, admin: await world.makePerson(roster.site, { role: 'admin' }) }
}

/**
 * Some work of a club that is due at `NOW`.
 * @param much whether it exceeds one round, where it comes in rounds.
 * @returns a function that reads its result.
 */
export type Work = (world: World, club: Club, much?: boolean) => Promise<() => Promise<unknown>>

const countOf = (much = false) => (much ? 120 : 1)

const reads = (world: World, text: string, values: unknown[]) => async () =>
  Object.values((await world.superuser.query(text, values)).rows[0] ?? {})[0]

const lasting = (start: number) => ({ start: hours(start), end: hours(start + 4) })

export const reminder: Work = async (world, club) => {
  await makeShift(world, club, hours(7 * 24))
  return reads(
    world,
    `select state from deliveries where site_id = $1 and kind = 'reminder.week' and channel = 'email'`,
    [club.site.id],
  )
}

export const changed: Work = async (world, club) => {
  const shift = await makeShift(world, club, hours(7 * 24))
  await world.insert(club.site, 'marks', { shift, person: club.person.id, settle_at: NOW })
  return reads(
    world,
    `select state from deliveries where site_id = $1 and kind = 'shift.assigned' and channel = 'email'`,
    [club.site.id],
  )
}

export const queued: Work = async (world, club) => {
  const id = await queueReminder(world, club)
  return reads(world, 'select state from deliveries where site_id = $1 and id = $2', [club.site.id, id])
}

export async function queueReminder(world: World, club: Club, over: Record<string, unknown> = {}): Promise<number> {
  const shift = await makeShift(world, club, hours(7 * 24))
  const row = { kind: 'reminder.week', channel: 'email', start_local_date: '2027-06-19', due_at: NOW, ...over }
  return (await world.insert(club.site, 'deliveries', { shift, person: club.person.id, ...row })).id
}

export const doubtful: Work = async (world, club) => {
  const id = await queueReminder(world, club, {
    ...{ state: 'sending', channel: 'sms', attempts: 1 },
    ...{ claimed_at: '2020-01-01', called_at: '2020-01-01', lease_until: '2020-01-01' },
  })
  await world.superuser.query(
    `update deliveries set attempt_id = gen_random_uuid(), facts = '{"address": "+447700900000", "text": "x"}' where id = $1`,
    [id],
  )
  await world.superuser.query('update deliveries set attempt_ids = array[attempt_id] where id = $1', [id])
  return reads(world, 'select state from deliveries where id = $1', [id])
}

export const publication: Work = async (world, club, much) => {
  const shift = await makeShift(world, club, hours(72), { draft: null })
  await world.superuser.query(
    `insert into publications (site_id, shifts, due_at, created_at) select $1, array[$2::bigint], $3::timestamptz - i * interval '1 second', now()
     from generate_series(1, $4::integer) i`,
    [club.site.id, shift, NOW, countOf(much)],
  )
  return reads(world, 'select draft is not null from shifts where site_id = $1 and id = $2', [club.site.id, shift])
}

export const question: Work = async (world, club) => {
  const shift = await makeShift(world, club, hours(72))
  return reads(world, 'select asked from shift_facts where site_id = $1 and id = $2', [club.site.id, shift])
}

export const nudge: Work = async (world, club) => {
  const shift = await makeShift(world, club, hours(72))
  await world.superuser.query(`${QUESTION_PUT} id = $1`, [shift])
  await askByMail(world, club.site, shift, club.person)
  return reads(world, 'select nudged from shift_facts where site_id = $1 and id = $2', [club.site.id, shift])
}

export const decision: Work = async (world, club, much) => {
  await world.superuser.query(
    `insert into events (site_id, name, start, "end", minimum, decide_at) select $1, 'Race ' || i, $2, $3, 5, $4 from generate_series(1, $5::integer) i`,
    [club.site.id, hours(72), hours(76), hours(-1), countOf(much)],
  )
  return reads(world, `select bool_or(decision_asked_at is not null) from events where site_id = $1`, [club.site.id])
}

export const cover: Work = async (world, club) => {
  const shift = await makeShift(world, club, hours(72), { person: null })
  const row = { shift, next_rung_at: NOW, started_at: hours(-1), sought_start: hours(72) }
  const { id } = await world.insert(club.site, 'covers', row)
  return reads(world, 'select rung > 0 from covers where site_id = $1 and id = $2', [club.site.id, id])
}

export const swap: Work = async (world, club) => {
  const shift = await makeShift(world, club, hours(-1))
  const row = { person: club.person.id, kind: 'offer', shift, state: 'offered', created_at: hours(-48) }
  const { id } = await world.insert(club.site, 'swaps', row)
  return reads(world, 'select state from swaps where site_id = $1 and id = $2', [club.site.id, id])
}

/** Two people whose offers match, before the search for matches. */
export const offers: Work = async (world, club) => {
  const other = { ...club, person: await world.makePerson(club.site) }
  for (const [one, day] of [
    [club, 10],
    [other, 11],
  ] as const) {
    const shift = await makeShift(world, one, hours(day * 24))
    const wants = JSON.stringify({ from: '2027-06-20', to: '2027-06-30' })
    const row = { person: one.person.id, kind: 'offer', shift, state: 'offered', created_at: hours(-48), wants }
    await world.insert(club.site, 'swaps', { ...row, searched_at: '2020-01-01' })
  }
  return reads(world, `select min(state) from swaps where site_id = $1`, [club.site.id])
}

export const waiting: Work = async (world, club) => {
  const assignment = (await world.insert(club.site, 'assignments', { name: 'Helm' })).id
  const event = (await world.insert(club.site, 'events', { name: 'Race', ...lasting(96) })).id
  await makeShift(world, { ...club, event }, hours(96), { person: null, assignment })
  const row = { event, assignment, person: club.person.id, looked_at: hours(-9), created_at: hours(-9) }
  const { id } = await world.insert(club.site, 'waiting', row)
  return reads(world, 'select count(*)::int from waitingoffers where site_id = $1 and waiting = $2', [club.site.id, id])
}

export const message: Work = async (world, club, much) => {
  await world.superuser.query(
    `insert into messages (site_id, kind, subject, body, audience, status, scheduled_for, sent_by)
     select $1, 'email', 'Season ' || i, 'Hello', jsonb_build_object('people', jsonb_build_array($2::bigint)), 'scheduled', $3, $4
     from generate_series(1, $5::integer) i`,
    [club.site.id, club.person.id, hours(-1), club.admin.id, countOf(much)],
  )
  return reads(world, `select bool_or(status = 'sending') from messages where site_id = $1`, [club.site.id])
}

export const news: Work = async (world, club) => {
  await world.insert(club.site, 'news', { title: 'x', content: 'Some *text*' })
  return reads(world, 'select rendered_html is not null from news where site_id = $1', [club.site.id])
}

/** A shift of yesterday whose reminders were never queued, which the nightly check finds. */
export const yesterday =
  (differences: () => readonly { site: string }[]): Work =>
  async (world, club) => {
    const long = '2027-01-01T00:00Z'
    await world.superuser.query('update people set updated_at = $2 where site_id = $1', [club.site.id, long])
    await makeShift(world, club, hours(-24))
    return async () => differences().filter(({ site }) => site === club.site.slug).length > 0
  }

/** A member whose account is to be erased, and an erased one, with the address of the last mail. */
export const closure: Work = async (world, club) => {
  const row = { person: club.person.id, requested_at: hours(-900), due_at: hours(-1) }
  await world.insert(club.site, 'closures', row)
  const mail = { person: club.admin.id, kind: 'account.erased', channel: 'email', state: 'sent', due_at: hours(-1) }
  await world.insert(club.site, 'deliveries', { ...mail, facts: '{"to": "gone@x.test"}' })
  return reads(
    world,
    `select (select name from people where site_id = $1 and id = $2) || ', ' || (select string_agg(facts::text, '') from deliveries
      where site_id = $1 and kind = 'account.erased' and state = 'sent')`,
    [club.site.id, club.person.id],
  )
}

export const UNUSED_KEY = 'k'.repeat(32)

export const unused: Work = async (world, club) => {
  const since = { created_at: hours(-99), unused_since: hours(-99) }
  await world.insert(club.site, 'message_files', { key: UNUSED_KEY, ...since })
  await world.insert(club.site, 'message_pictures', { key: `s/${club.site.id}/${UNUSED_KEY}.png`, ...since })
  return reads(
    world,
    'select (select count(*) from message_files where site_id = $1)::int + (select count(*) from message_pictures where site_id = $1)::int',
    [club.site.id],
  )
}
