import { expect } from 'vitest'
import type { Audience } from '#server/messages/audience/contract.ts'
import { countAudience } from '#server/messages/audience/queries.ts'
import { RULES } from '#server/messages/audience/rules.ts'
import { createProductCollections } from '#server/registry.ts'
import { audienceDraws } from '#tests/support/audience-draws.ts'
import { filterClub } from '#tests/support/audience-filter.ts'
import { test } from '#tests/support/fixture.ts'
import { seeded } from '#tests/support/random.ts'
import { makeClub } from '#tests/support/random-club.ts'
import { adminActor, type Person } from '#tests/support/world.ts'

const NOW = new Date('2027-03-10T22:30:00Z')
const CLUBS = process.env.PROOF ? 500 : 8
const AUDIENCES_A_CLUB = 60
const collections = createProductCollections()
const PARTS = audienceDraws(NOW)

/** These need rows of their own; they have tests below. */
const ELSEWHERE = ['missed', 'view', 'filters']

test('every part of an audience is drawn below', () => {
  const keys = [...RULES.flatMap(({ keys }) => keys), 'people', 'except']
  expect([...Object.keys(PARTS), ...ELSEWHERE].sort()).toEqual([...keys].sort())
})

test(`in ${CLUBS} random clubs each rule, alone and combined, matches a filter written without SQL`, async ({
  world,
}) => {
  world.clock.set(NOW)
  const found = new Map<string, number>()
  for (let seed = 1; seed <= CLUBS; seed += 1) {
    const random = seeded(seed)
    const club = await makeClub(world, random, NOW)
    const reader: Person = { id: 0, name: 'Reader', email: 'reader@example.org' }
    await world.act(club.site, adminActor(reader), async (ctx) => {
      for (let i = 0; i < AUDIENCES_A_CLUB; i += 1) {
        const parts = Object.keys(PARTS)
        const drawn = i < parts.length ? [parts[i]] : [random.pick(parts), random.pick(parts), random.pick(parts)]
        const audience: Audience = Object.assign(
          {},
          ...drawn.map((part) => PARTS[part as keyof Audience]?.(random, club)),
        )
        const kind = random.chance(0.7) ? 'email' : 'sms'
        const expected = filterClub(club, kind, audience, ctx.clock.now())
        const counted = await countAudience(ctx, collections, { kind, audience })
        const reasons = Object.fromEntries(
          counted.excluded.map(({ reason, people }) => [reason, [...people].sort((a, b) => a - b)]),
        )
        expect(
          { matching: counted.matching, receiving: counted.receiving, reasons },
          `seed ${seed}, ${kind}, ${JSON.stringify(audience)}`,
        ).toEqual({
          matching: expected.length,
          receiving: expected.filter(({ reason }) => reason === null).length,
          reasons: groupBy(expected),
        })
        for (const part of drawn) found.set(String(part), (found.get(String(part)) ?? 0) + expected.length)
      }
    })
  }
  expect([...found].filter(([, people]) => people === 0)).toEqual([])
})

function groupBy(verdicts: ReturnType<typeof filterClub>) {
  const groups: Record<string, number[]> = {}
  for (const { person, reason } of verdicts) if (reason) groups[reason] = [...(groups[reason] ?? []), person]
  return groups
}

test('a saved view and the filters of the list of people narrow an audience; another person’s view is refused', async ({
  world,
  site,
  admin,
  api,
  callApi,
}) => {
  const headers = await api.signIn(site, admin)
  const [ann, bob] = [
    await world.makePerson(site, { name: 'Ann Lee', tags: ['crew'] }),
    await world.makePerson(site, { name: 'Bob Lee' }),
  ]
  await world.makePerson(site, { name: 'Cas Day', tags: ['crew'] })
  const count = (audience: Audience) => callApi('POST', '/messages/audience', headers, { kind: 'email', audience })
  expect((await count({ filters: { search: 'lee' } })).body).toMatchObject({ matching: 2, receiving: 2 })
  const view = await world.insert(site, 'savedviews', {
    collection: 'people',
    name: 'Crew',
    query: 'tags=crew&sort=name',
    shared: true,
  })
  expect((await count({ view: view.id })).body).toMatchObject({ matching: 2 })
  expect((await count({ view: view.id, filters: { search: 'lee' } })).body).toMatchObject({ matching: 1 })
  expect((await count({ view: view.id, people: [bob.id], except: [ann.id] })).body).toMatchObject({ matching: 2 })
  const other = await world.makeSite()
  const foreign = await world.insert(other, 'savedviews', {
    collection: 'people',
    name: 'Crew',
    query: '',
    shared: true,
  })
  expect(await count({ view: foreign.id })).toMatchObject({ status: 400, body: { audience: ['Not found.'] } })
  expect((await count({ filters: { nonsense: '1' } })).status).toBe(400)
})

test('an audience can be the people who did not get an earlier message', async ({
  world,
  site,
  admin,
  api,
  callApi,
}) => {
  const headers = await api.signIn(site, admin)
  const { id: message } = await world.insert(site, 'messages', { subject: 'Call for helpers', status: 'sent' })
  const states = ['sent', 'delivered', 'bounced', 'skipped', 'failed', 'queued']
  for (const state of states)
    await world.insert(site, 'deliveries', {
      person: (await world.makePerson(site)).id,
      kind: `bulk:${message}`,
      channel: 'email',
      lane: 'bulk',
      state,
      due_at: NOW,
    })
  const counted = await callApi('POST', '/messages/audience', headers, { kind: 'email', audience: { missed: message } })
  expect(counted.body).toMatchObject({ matching: 3, receiving: 3, switch: 'email_newsletters' })
})

test('without rules and names no one gets a message, and members cannot count people', async ({
  world,
  site,
  admin,
  member,
  api,
  callApi,
}) => {
  const headers = await api.signIn(site, admin)
  const empty = await callApi('POST', '/messages/audience', headers, { kind: 'email', audience: {} })
  expect(empty.body).toMatchObject({ matching: 0, receiving: 0, switch: 'email_newsletters', excluded: [] })
  const asMember = await api.signIn(site, member)
  expect((await callApi('POST', '/messages/audience', asMember, { kind: 'email', audience: {} })).status).toBe(403)
  expect((await callApi('POST', '/messages/audience', {}, { kind: 'email', audience: {} })).status).toBe(401)
  expect(world.woken).toEqual([])
})
