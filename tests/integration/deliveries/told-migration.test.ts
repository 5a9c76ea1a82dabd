import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#server/platform/migrate.ts'

/** A club that upgrades: what its people know of their shifts, by the messages that have left. */

let database: pg.Pool
let drop: () => Promise<void>

const one = async (text: string, values: unknown[] = []) => Number((await database.query(text, values)).rows[0].id)

/** A published shift of a new person, three weeks ahead, and messages about it by email. */
async function shiftWith(site: number, event: number, messages: [kind: string, state: string, facts?: object][]) {
  const name = randomBytes(4).toString('hex')
  const person = await one('insert into core.people (site_id, name, email) values ($1, $2, $3) returning id', [
    site,
    name,
    `${name}@club.example`,
  ])
  const shift = await one(
    `insert into core.shifts (site_id, event, person, start, "end", draft)
     values ($1, $2, $3, now() + interval '21 days', now() + interval '21 days 3 hours', now()) returning id`,
    [site, event, person],
  )
  for (const [kind, state, facts = {}] of messages)
    await database.query(
      `insert into core.deliveries (site_id, shift, event, person, kind, channel, cause, due_at, state, facts)
       values ($1, $2, $3, $4, $5, 'email', $6, now(), $7, $8)`,
      [site, shift, event, person, kind, state, state, JSON.stringify(facts)],
    )
  return shift
}

const shifts: Record<string, number> = {}

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
  await migrate(at(inject('templateUrl')), '0371-cover-by-those-who-signed-in')
  const site = await one("insert into core.sites (slug, name) values ('a', 'A') returning id")
  const event = await one(
    `insert into core.events (site_id, name, start, "end") values ($1, 'Race', now() + interval '21 days', now() + interval '22 days') returning id`,
    [site],
  )
  shifts['no message'] = await shiftWith(site, event, [])
  shifts.sent = await shiftWith(site, event, [['shift.assigned', 'sent']])
  shifts.unsent = await shiftWith(site, event, [['shift.assigned', 'queued']])
  shifts['sent by one channel'] = await shiftWith(site, event, [
    ['shift.assigned', 'sent'],
    ['shift.assigned', 'queued'],
  ])
  shifts['unsent change'] = await shiftWith(site, event, [
    ['shift.assigned', 'sent'],
    ['shift.changed', 'queued', { before: { event_name: 'Old race' } }],
  ])
  const off = await one(
    `insert into core.events (site_id, name, start, "end", decision, decided_at)
     values ($1, 'Gala', now() + interval '21 days', now() + interval '22 days', 'off', now()) returning id`,
    [site],
  )
  const decided = async (name: string, ...messages: string[]) => {
    const shift = await shiftWith(site, off, [['shift.assigned', 'sent']])
    shifts[name] = shift
    for (const message of messages)
      await database.query(
        `insert into core.deliveries (site_id, event, person, kind, channel, cause, due_at, state)
         select site_id, event, person, $2, 'email', 'notice:' || $2, now(), $3 from core.shifts where id = $1`,
        [shift, ...message.split(' ')],
      )
  }
  await decided('told that it is off', 'event.called_off sent')
  await decided('to be told that it is off', 'event.called_off queued')
  await decided('told that it takes place after all', 'event.called_off sent', 'event.back_on sent')
  await migrate(at(inject('templateUrl')))
})
afterAll(() => drop())

test.for([
  ['no message', 'Race'],
  ['sent', 'Race'],
  ['unsent', undefined],
  ['sent by one channel', 'Race'],
  ['unsent change', 'Old race'],
  ['told that it is off', 'Gala', 'off'],
  // The row counts once the message has left.
  ['to be told that it is off', 'Gala', 'off'],
  ['told that it takes place after all', 'Gala', 'off', 'theirs'],
] as const)('%s: knows %s', async ([name, knows, ...since]) => {
  const { rows } = await database.query('select state, facts from core.told where shift = $1 order by at, id', [
    shifts[name],
  ])
  expect(rows.map(({ state, facts }) => `${state} ${facts.event_name}`)).toEqual(
    knows ? ['theirs', ...since].map((state) => `${state} ${knows}`) : [],
  )
})
