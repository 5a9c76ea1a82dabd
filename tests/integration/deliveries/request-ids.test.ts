import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { createQueue } from '#server/engine/kernel/queue/queue.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { startPages } from '#tests/support/pages.ts'
import type { World } from '#tests/support/world.ts'
import { startWorker } from '#workers/worker.ts'

type Line = { msg: string; request_id?: string | null; kind?: string; job?: string; provider_id?: string }

/** The product over HTTP and a worker on the real queue, which write one log. */
const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-12T09:00:00Z') as Date | null)
  .extend('lines', { scope: 'file' }, () => [] as Line[])
  .extend('log', { scope: 'file' }, ({ lines }) => {
    const log: Log = pino(
      { level: 'info' },
      new PassThrough().on('data', (line) => lines.push(JSON.parse(String(line)))),
    )
    return log
  })
  .extend('queue', { scope: 'file' }, async ({ world, log }, { onCleanup }) => {
    const queue = await createQueue({ redisUrl: undefined, databaseUrl: world.url, log })
    onCleanup(() => queue.close())
    return queue
  })
  .extend('worker', { scope: 'file' }, async ({ world, log, queue }, { onCleanup }) => {
    const { messaging } = messagingFor(world, { log })
    const parts = {
      messaging,
      notifyOperators: async () => {},
      renderTexts: async () => {},
      closeAuditLogs: async () => {},
      sweeping: null,
    }
    const worker = startWorker({ ...parts, queue, log, timers: [] })
    onCleanup(() => worker.stop())
    return worker
  })
  .extend('pages', { scope: 'file' }, async ({ api, log, queue }, { onCleanup }) => {
    const wake: typeof api.context.wake = (job, id) => void queue.add(job, id ? { request_id: id } : {})
    const pages = await startPages({ ...api, context: { ...api.context, log, wake } })
    onCleanup(() => pages.close())
    return pages
  })
  .extend('ask', ({ pages, api, site, admin }) => async (method: string, path: string, body: object) => {
    const headers = { ...(await api.signIn(site, admin)), 'content-type': 'application/json' }
    const host = pages.hostOf(site.slug)
    const answer = await pages.ask({ method, path: `/api${path}`, host, headers, body: JSON.stringify(body) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return String(answer.headers['x-request-id'])
  })
  .extend('said', ({ lines }) => (id: string) => [
    ...new Set(
      lines
        .filter(({ request_id }) => request_id === id)
        .map(({ msg, kind, job }) => [msg, kind ?? job].join(' ').trim()),
    ),
  ])

const makeShift = async ({ world, site }: { world: World; site: Site }, person: number) => {
  const span = { start: '2027-07-10T09:00:00Z', end: '2027-07-10T12:00:00Z' }
  const { id: event } = await world.insert(site, 'events', { name: 'Race', ...span })
  return world.insert(site, 'shifts', {
    event,
    person,
    ...span,
    draft: '2027-01-01T00:00Z',
    assigned_at: '2027-01-01T00:00Z',
  })
}

test('one id leads from the request by the job to the sent message', async ({
  world,
  site,
  worker: _,
  ask,
  said,
  lines,
}) => {
  const added = await world.makePerson(site)
  const id = await ask('POST', '/people/invite', { people: [added.id] })
  await expect
    .poll(() => said(id).sort(), { timeout: 20_000 })
    .toEqual(['a message was sent account.invitation', 'a request woke a job deliveries.send', 'request'])
  const sent = lines.find(({ msg, request_id }) => msg === 'a message was sent' && request_id === id)
  expect(sent?.provider_id).toMatch(/^p\d+$/)
})

test('a notice that a worker queues once the change has settled carries the id of the request that changed the shift', async ({
  world,
  site,
  member,
  worker,
  ask,
  said,
}) => {
  const shift = await makeShift({ world, site }, member.id)
  const id = await ask('PUT', `/shifts/${shift.id}`, { start: '2027-07-10T10:00:00Z' })
  world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS + 1_000))
  await worker.run('reminders.plan')
  await expect
    .poll(() => said(id), { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(/^a message was sent shift\./))
})

test('a reminder, which no request causes, has none', async ({ world, site, member, worker, lines }) => {
  const shift = await makeShift({ world, site }, member.id)
  await world.superuser.query(
    "update core.shifts set start = '2027-06-19T08:00:00Z', \"end\" = '2027-06-19T12:00:00Z' where id = $1",
    [shift.id],
  )
  await worker.run('reminders.plan')
  await expect
    .poll(() => lines.filter(({ kind }) => kind === 'reminder.week').map(({ request_id }) => request_id), {
      timeout: 20_000,
    })
    .toEqual([null])
})
