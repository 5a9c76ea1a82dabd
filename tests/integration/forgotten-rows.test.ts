import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { forgetRows, listKept } from '#server/engine/access/forget.ts'
import { createProductCollections } from '#server/registry.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { log } from '#tests/support/world.ts'

const DAY = 86_400_000

const test = worldTest.extend('scene', async ({ world }) => {
  createProductCollections()
  const now = world.clock.now().getTime()
  const at = (days: number) => new Date(now - days * DAY)
  const span = (days: number) => ({ start: at(days + 0.2), end: at(days) })
  const forget = () => forgetRows({ pool: world.pool('worker'), clock: world.clock, log })
  const makeSite = async () => {
    const site = await world.makeSite()
    const { id: person } = await world.makePerson(site)
    const makeEvent = (days: number) => world.insert(site, 'events', { name: 'Regatta', ...span(days) })
    const makeShift = async (days: number) => {
      const event = await makeEvent(days)
      return world.insert(site, 'shifts', { event: event.id, person, ...span(days) })
    }
    let n = 0
    /** Rows that ended so many days ago, by table. */
    const rows: Record<string, (days: number) => Promise<Record<string, unknown>>> = {
      undos: async (days) => ({
        ...{ token_hash: Buffer.from(`u${n}`), actor: 'x', collection: 'roles', created_at: at(days + 1) },
        expires_at: at(days),
      }),
      idempotency_keys: async (days) => ({
        ...{ actor: 'x', key: `k${n}`, call: 'x', digest: Buffer.from('x'), created_at: at(days) },
      }),
      sessions: async (days) => ({
        ...{ person, created_at: at(days), last_seen_at: at(days), rotated_at: at(days), signed_in_at: at(days) },
        ...{ expires_at: at(-14), absolute_expires_at: at(-90), revoked_at: at(days) },
      }),
      email_changes: async (days) => ({
        person: (await world.makePerson(site)).id,
        ...{ account_id: 1, email: `n${n}@example.org`, token_hash: Buffer.from(`e${n}`), created_at: at(days + 1) },
        expires_at: at(days),
      }),
      phone_codes: async (days) => ({
        person: (await world.makePerson(site)).id,
        ...{ phone: '+447700900123', secret_id: crypto.randomUUID(), created_at: at(days + 1), expires_at: at(days) },
      }),
      answer_links: async (days) => ({
        ...{ code: `code${String(n).padStart(4, '0')}`, channel: 'email', person, shifts: '[]', ends_at: at(days) },
      }),
      withdrawn_shifts: async (days) => ({
        ...{ shift: 900_000 + n, person, sequence: 1, ...span(days), withdrawn_at: at(days) },
      }),
      told: async (days) => ({
        ...{ person, shift: (await makeShift(days)).id, state: 'theirs', at: at(days), by: 'act' },
        facts: JSON.stringify(span(days)),
      }),
      deliveries: async (days) => ({
        ...{ person, shift: (await makeShift(days)).id, kind: 'reminder.day', channel: 'email', due_at: at(days) },
        ...{ state: 'sent', sent_at: at(days) },
      }),
      covers: async (days) => ({
        ...{ shift: (await makeShift(days)).id, person, state: 'stopped', ended: 'stopped', started_at: at(days) },
        ended_at: at(days),
      }),
      waitingoffers: async (days) => {
        const assignment = await world.insert(site, 'assignments', { name: `Helm ${n}` })
        const shift = await makeShift(days)
        const entry = { event: shift.event, assignment: assignment.id, person, looked_at: at(0), created_at: at(0) }
        return {
          ...{ waiting: (await world.insert(site, 'waiting', entry)).id, shift: shift.id, exclusive: true },
          ...{ hold_until: at(days), offered_at: at(days), ended: 'no', ended_at: at(days) },
        }
      },
      swaps: async (days) => ({
        ...{ person, kind: 'offer', shift: (await makeShift(days)).id, state: 'expired', created_at: at(days) },
        ended_at: at(days),
      }),
      swap_circles: async (days) => ({
        ...{ state: 'expired', size: 2, ends_at: at(days), created_at: at(days), ended_at: at(days) },
      }),
      publications: async (days) => ({
        ...{ shifts: [1], due_at: at(days), state: 'done', created_at: at(days), ended_at: at(days) },
      }),
      imports: async (days) => ({ kind: 'season', file_name: 'a.csv', digest: 'x', created_at: at(days) }),
    }
    const insert = async (table: string, days: number, over: Record<string, unknown> = {}) => {
      n += 1
      return (await world.insert(site, table, { ...(await rows[table]!(days)), ...over })).id
    }
    const idsOf = async (table: string) => {
      const found = await world.superuser.query(`select id::int from core.${table} where site_id = $1 order by id`, [
        site.id,
      ])
      return found.rows.map(({ id }) => id)
    }
    return { site, person, rows, insert, idsOf, makeEvent, makeShift }
  }
  return { at, forget, makeSite }
})

/**
 * Without lines of the audit log, which go behind a checkpoint (`tests/integration/audit/kept-lines.test.ts`), and
 * deliveries of messages, whose counts stay (`tests/integration/messages/message-history.test.ts`).
 */
const listOther = () => listKept().filter(({ table, first }) => !table.startsWith('audit') && !first)

test('rows are deleted when their time is over, on every site, and no sooner', async ({ scene }) => {
  const sites = [await scene.makeSite(), await scene.makeSite()]
  expect(Object.keys(sites[0]!.rows).sort()).toEqual(
    listOther()
      .map(({ table }) => table)
      .sort(),
  )
  const expected: Record<string, number[]>[] = []
  for (const { insert } of sites) {
    const stay: Record<string, number[]> = {}
    for (const { table, days } of listOther()) {
      await insert(table, days + 1)
      stay[table] = [await insert(table, days - 1)]
    }
    expected.push(stay)
  }
  await scene.forget()
  for (const [at, { idsOf }] of sites.entries())
    for (const [table, ids] of Object.entries(expected[at]!)) expect([table, await idsOf(table)]).toEqual([table, ids])
})

test('nothing said or sent about a shift or event ahead is deleted', async ({ scene }) => {
  const { insert, idsOf, makeEvent, makeShift } = await scene.makeSite()
  const ahead = await makeShift(-3)
  const event = await makeEvent(-3)
  const told = [await insert('told', 800, { shift: ahead.id })]
  const sent = [
    await insert('deliveries', 800, { shift: ahead.id }),
    await insert('deliveries', 800, { shift: null, event: event.id, kind: 'event.off' }),
    await insert('deliveries', 800, { kind: 'bulk:1' }),
    await insert('deliveries', 800, { state: 'queued', sent_at: null }),
  ]
  await insert('deliveries', 800, { kind: 'bulk.test' })
  await scene.forget()
  expect([await idsOf('told'), await idsOf('deliveries')]).toEqual([told, sent])
})

test('a row that cannot be read keeps the rows of its own site only', async ({ scene }) => {
  const [broken, sound] = [await scene.makeSite(), await scene.makeSite()]
  await broken.insert('told', 800, { facts: JSON.stringify({ end: 'never' }) })
  for (const { insert } of [broken, sound]) await insert('undos', 1)
  await scene.forget()
  expect([(await broken.idsOf('undos')).length, await sound.idsOf('undos')]).toEqual([1, []])
})

test('more rows than a portion are all deleted', async ({ world, scene }) => {
  const { site, person, idsOf } = await scene.makeSite()
  await world.superuser.query(
    `insert into sessions (site_id, person, created_at, last_seen_at, rotated_at, expires_at, absolute_expires_at)
     select $1, $2, $3, $3, $3, $3, $3 from generate_series(1, 2500)`,
    [site.id, person, scene.at(40)],
  )
  await scene.forget()
  expect(await idsOf('sessions')).toEqual([])
})

test('docs/operating.md says how long rows of each table are kept', () => {
  const lines = readFileSync('docs/operating.md', 'utf8').split('\n')
  for (const { table, days } of listKept())
    expect(lines.find((line) => line.startsWith('|') && line.includes(`\`${table}\``))).toContain(
      days >= 365 ? `${days / 365} years` : days ? `${days} days` : 'until it ends',
    )
})
