import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#server/platform/migrate.ts'

/** A club that upgrades: its answers, its questions and the links that it has sent. */

let database: pg.Pool
let drop: () => Promise<void>
const shifts: Record<string, number> = {}
let before: unknown[]

const one = async (text: string, values: unknown[] = []) => Number((await database.query(text, values)).rows[0].id)

const read = async (table: string) =>
  (
    await database.query(
      `select id::int, answer, answered_at, answered_by::int, answer_reason, nudged, sequence from core.${table} where draft is not null order by id`,
    )
  ).rows

/** A shift in three weeks of a new person, and what is done with it before the upgrade. */
async function shiftWith(site: number, name: string, changes: readonly string[], own = false) {
  const person = await one('insert into core.people (site_id, name, email) values ($1, $2, $3) returning id', [
    site,
    name,
    `${name.replaceAll(' ', '-')}@club.example`,
  ])
  const span = `now() + interval '21 days', now() + interval '21 days 3 hours'`
  const event = await one(
    `insert into core.events (site_id, name, start, "end") values ($1, $2, ${span}) returning id`,
    [site, name],
  )
  if (own)
    await database.query(
      `insert into core.requests (site_id, event, person, own, asked_start) select site_id, id, $2, true, start from core.events where id = $1`,
      [event, person],
    )
  const shift = await one(
    `insert into core.shifts (site_id, event, person, start, "end", draft, created_at) values ($1, $2, $3, ${span}, now(), now()) returning id`,
    [site, event, person],
  )
  shifts[name] = shift
  for (const change of changes) await database.query(change, [shift])
}

const ANSWER = `with said as (update core.shifts set answer_state = 'confirmed', answered_at = now(), answered_by = person where id = $1 returning *)
  insert into core.answers (site_id, shift, person, version, answer, given_by, via, at)
  select site_id, id, person, answer_version, 'confirmed', person, 'screen', now() from said`
const LINK = `insert into core.answer_links (site_id, code, channel, person, shifts, ends_at)
  select site_id, 'Link' || lpad(id::text, 4, '0'), 'sms', person, jsonb_build_array(jsonb_build_object('id', id, 'version', answer_version)), start
  from core.shifts where id = $1`
const MOVE = `update core.shifts set start = start + interval '2 days', "end" = "end" + interval '2 days' where id = $1`
const NUDGE = 'update core.shifts set nudged = true, question_version = answer_version where id = $1'

beforeAll(async () => {
  const name = `wb_test_${randomBytes(8).toString('hex')}`
  const administrator = new pg.Client({ connectionString: inject('superuserUrl') })
  await administrator.connect()
  await administrator.query(`create database ${name} owner watchbill_migrator`)
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  database = new pg.Pool({ connectionString: at(inject('superuserUrl')), max: 2 })
  // Connections that are closing while the database is dropped are no failure.
  database.on('error', () => {})
  drop = async () => {
    await database.end()
    await administrator.query(`drop database if exists ${name} with (force)`)
    await administrator.end()
  }
  await migrate(at(inject('templateUrl')), '0391-told-again')
  const site = await one("insert into core.sites (slug, name) values ('a', 'A') returning id")
  await shiftWith(site, 'asked', [LINK])
  await shiftWith(site, 'asked twice', [LINK, NUDGE])
  await shiftWith(site, 'confirmed', [ANSWER])
  await shiftWith(site, 'confirmed by a request', [], true)
  await shiftWith(site, 'confirmed before facts', [ANSWER, 'update core.answers set start = null where shift = $1'])
  await shiftWith(site, 'asked again', [ANSWER, MOVE, LINK])
  await shiftWith(site, 'an older link', [LINK, MOVE])
  await shiftWith(site, 'unpublished', [ANSWER, 'update core.shifts set draft = null where id = $1'])
  before = await read('shifts')
  await migrate(at(inject('templateUrl')))
})
afterAll(() => drop())

test('an upgrade changes no answer, and nobody is asked because of it', async () => {
  expect(await read('shift_facts')).toEqual(before)
  expect((await database.query('select from core.deliveries')).rows).toEqual([])
})

test.for([
  ['asked', true],
  ['asked twice', true],
  ['asked again', true],
  ['an older link', false],
] as const)('a link of before the upgrade, %s: stands %s', async ([name, stands]) => {
  const { rows } = await database.query(
    `select core.is_as_stated(s.site_id, x.start, x."end", x.location, x.assignment, x.role, s, core.place_of(s)) as stands, version is not null as versioned
     from core.answer_links l
     cross join jsonb_to_recordset(l.shifts) as x (id bigint, version integer, start timestamptz, "end" timestamptz, location bigint, assignment bigint, role bigint)
     join core.shifts s on s.id = x.id where s.id = $1`,
    [shifts[name]],
  )
  expect(rows).toEqual([{ stands, versioned: true }])
})

test('what the last answer was about is known for who is asked again', async () => {
  const { rows } = await database.query(
    `select answered_before ->> 'start' is not null as known from core.shift_facts where id = any ($1) order by id`,
    [[shifts.confirmed, shifts['asked again']]],
  )
  expect(rows).toEqual([{ known: false }, { known: true }])
})

test('who was asked twice is not asked a third time', async () => {
  const { rows } = await database.query(
    'select nudged as twice, asked from core.shift_facts where id = any ($1) order by id',
    [[shifts.asked, shifts['asked twice']]],
  )
  expect(rows).toEqual([
    { twice: false, asked: false },
    { twice: true, asked: true },
  ])
})

test('an answer that was hidden is shown again', async () => {
  await database.query('update core.shifts set draft = now() where id = $1', [shifts.unpublished])
  const { rows } = await database.query('select answer from core.shift_facts where id = $1', [shifts.unpublished])
  expect(rows).toEqual([{ answer: 'confirmed' }])
})
