import { sql } from 'kysely'
import { expect } from 'vitest'
import { standingSubjects } from '#server/deliveries/roster-notice-kinds.ts'
import { queueRosterNotices } from '#server/deliveries/roster-notices.ts'
import { areaOf, scopesOfAddress } from '#server/engine/access/areas.ts'
import { audit } from '#server/engine/access/audit.ts'
import { declared, declareFeatures, defineFeature } from '#server/engine/features.ts'
import { newsCollection } from '#server/news/collection.ts'
import { FEATURES } from '#server/registry.ts'
import { test } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { adminActor, log, SYSTEM } from '#tests/support/world.ts'
import { handlersFor } from '#workers/registry.ts'
import { timers } from '#workers/schedules.ts'

const watched: Date[] = []

const tides = defineFeature({
  name: 'tides',
  calls: { 'PUT /tides/{id}/turn': ['events:write'] },
  sweeps: { 'tides.watch': { everyMs: 60_000, run: async ({ clock }) => void watched.push(clock.now()) } },
  audit: { 'tides.turn': 'Turned the tide' },
  notices: {
    'tides.turned': {
      title: 'Tide turned',
      standing: (events) => sql`select id from events where id = any (${events}) and not archived`,
      why: 'you watch the tides at',
    },
  },
})

const notices = [...declared().notices]

test.for(notices)(
  'the notice %s has words and a check that it still holds',
  async ([kind, { title, why }], { world, site }) => {
    expect(title).not.toContain('.')
    expect(notices.filter(([, other]) => other.title === title)).toHaveLength(1)
    expect(why).toMatch(/ at$/)
    expect(await world.act(site, SYSTEM, (ctx) => standingSubjects(ctx.db, kind as `${string}.${string}`, []))).toEqual(
      [],
    )
  },
)

test('a feature that only a test knows is served like all others', async ({
  world,
  site,
  admin,
  member,
  callApi,
  api,
}) => {
  declareFeatures([...FEATURES, tides])
  const { id: event } = await world.insert(site, 'events', {
    name: 'Race',
    start: '2027-07-10T08:00Z',
    end: '2027-07-10T16:00Z',
  })
  const queue = (cause: string) =>
    world.act(site, adminActor(admin), (ctx) =>
      queueRosterNotices(ctx, {
        kind: 'tides.turned',
        ...{ person: member.id, subject: event, cause, event, useful_until: new Date('2027-07-10T08:00Z') },
        ...{ title: 'The tide turned', paragraphs: ['It is high water now.'] },
      }),
    )
  const sent = async () => {
    const { messaging, transports } = messagingFor(world)
    await messaging.drain()
    await messaging.stop()
    return transports.email.sent.filter(({ to }) => to === member.email)
  }
  await queue('first')
  expect(await sent()).toMatchObject([
    { kind: 'tides.turned', text: expect.stringContaining('because you watch the tides at') },
  ])
  await queue('second')
  await world.superuser.query('update core.events set archived = true where id = $1', [event])
  expect(await sent()).toEqual([])

  await world.act(site, adminActor(admin), (ctx) =>
    audit(ctx, { action: 'tides.turn', subject: 'events', subject_id: event }),
  )
  const headers = await api.signIn(site, admin)
  const trail = await callApi('GET', '/audit?event=tides', headers)
  expect(trail.body.lines).toMatchObject([{ action: 'tides.turn', label: 'Turned the tide' }])
  const own = await callApi('GET', '/people/messages_self', await api.signIn(site, member))
  expect(own.body.messages).toMatchObject([{ kind: 'tides.turned', title: 'Tide turned' }])
  const parts = { pool: world.pool('worker'), clock: world.clock, log, collections: api.context.collections }
  const { messaging } = messagingFor(world)
  const nothing = async () => {}
  await handlersFor({
    messaging,
    notifyOperators: nothing,
    renderTexts: nothing,
    closeAuditLogs: nothing,
    sweeping: parts,
  })['tides.watch']?.({})
  await messaging.stop()
  expect(watched).toHaveLength(1)
  expect(timers()).toContainEqual({ job: 'tides.watch', everyMs: 60_000 })
  expect(scopesOfAddress('PUT', '/api/tides/4/turn')).toEqual(['events:write'])
})

test('two features with one name are refused, and so is a collection without an area', () => {
  expect(() => declareFeatures([...FEATURES, tides, tides])).toThrow(
    'Two features bring the call PUT /tides/{id}/turn.',
  )
  expect(() => declareFeatures([defineFeature({ name: 'news', collections: [newsCollection] })])).toThrow(
    'The feature news gives no area for news.',
  )
  expect(areaOf('news')).toBe('news')
})
