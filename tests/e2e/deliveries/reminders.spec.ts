import { type APIRequestContext, expect, test } from '@playwright/test'
import { client, login } from '#tests/e2e/api-client.ts'
import { setClock } from '#tests/e2e/dev-clock.ts'
import { emptyDataDir, type Product, startProduct } from '#tests/support/product.ts'

/** A separate product, since the test moves the clock by weeks. */
let product: Product
test.beforeAll(async () => {
  product = await startProduct({ dataDir: emptyDataDir('reminders') })
})
test.afterAll(async () => {
  await product.stop()
})

type Captured = {
  kind: string
  channel: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { content: string }[]
}

const port = () => String(product.port)
const HOUR = 3_600_000

const moveClock = (request: APIRequestContext, to: Date) => setClock(request, to.toISOString(), product.port)

async function messagesAbout(request: APIRequestContext, event: string): Promise<Captured[]> {
  const answer = await client(request, 'harbour', undefined, port()).call('GET', '/dev/messages.json?limit=10000')
  return ((await answer.json()) as Captured[]).filter((message) => `${message.subject}${message.text}`.includes(event))
}

const kinds = (messages: Captured[]) =>
  messages.map((message) => `${message.kind} ${message.channel} ${message.to}`).sort()

async function publishShift(
  request: APIRequestContext,
  admin: ReturnType<typeof client>,
  { name, start, end, person }: { name: string; start: Date; end: Date; person: number },
) {
  const times = { start: start.toISOString(), end: end.toISOString() }
  const events = await (await admin.call('POST', '/api/events/', { body: [{ name, ...times }] })).json()
  const event = events.order[0] as number
  const made = await admin.call('POST', '/api/shifts/', {
    body: [
      { event, person, ...times },
      { event, ...times },
    ],
  })
  expect(made.status(), await made.text()).toBe(201)
  expect(await messagesAbout(request, name)).toEqual([])
  expect((await admin.call('PUT', `/api/events/${event}/publish`)).status()).toBe(200)
}

test('reminders go out one week and one day before a published shift, once each, across a crash and a restart', async ({
  request,
}) => {
  test.setTimeout(400_000)
  const now = new Date(Math.ceil(Date.now() / (24 * HOUR)) * 24 * HOUR + 12 * HOUR)
  await moveClock(request, now)
  const { access } = await login(request, 'admin@harbour.test', 'harbour', port())
  const admin = client(request, 'harbour', access, port())
  const people = await (await admin.call('GET', '/api/people/?email=member@harbour.test')).json()
  const person = people.order[0] as number
  // A Wednesday, on which the demo has no shifts: one SMS about several shifts does not name each event.
  const start = new Date(now.getTime() + (20 + ((11 - now.getUTCDay()) % 7)) * 24 * HOUR)
  const end = new Date(start.getTime() + 4 * HOUR)
  await publishShift(request, admin, { name: 'Lantern Regatta', start, end, person })
  const assigned = ['shift.assigned email member@harbour.test', 'shift.assigned sms +447700900101']
  await expect
    .poll(async () => kinds(await messagesAbout(request, 'Lantern Regatta')), { timeout: 90_000 })
    .toEqual(assigned)

  await moveClock(request, new Date(start.getTime() - 6.9 * 24 * HOUR))
  const week = [...assigned, 'reminder.week email member@harbour.test', 'reminder.week sms +447700900101'].sort()
  await expect
    .poll(async () => kinds(await messagesAbout(request, 'Lantern Regatta')), { timeout: 90_000 })
    .toEqual(week)

  await product.stop('SIGKILL')
  product = await startProduct({ dataDir: sameDataDir(), port: product.port })
  await moveClock(request, new Date(start.getTime() - 22 * HOUR))
  const day = [...week, 'reminder.day email member@harbour.test', 'reminder.day sms +447700900101'].sort()
  await expect
    .poll(async () => kinds(await messagesAbout(request, 'Lantern Regatta')), { timeout: 90_000 })
    .toEqual(day)
  // A notification requested now is sent after everything that was due earlier.
  const { access: later } = await login(request, 'admin@harbour.test', 'harbour', port())
  const times = { start: new Date(start.getTime() + 21 * 24 * HOUR), end: new Date(end.getTime() + 21 * 24 * HOUR) }
  await publishShift(request, client(request, 'harbour', later, port()), { name: 'Heron Regatta', person, ...times })
  await expect
    .poll(async () => kinds(await messagesAbout(request, 'Heron Regatta')), { timeout: 90_000 })
    .toEqual(assigned)
  expect(kinds(await messagesAbout(request, 'Lantern Regatta'))).toEqual(day)

  const mail = (await messagesAbout(request, 'Lantern Regatta')).find(
    (message) => message.kind === 'reminder.day' && message.channel === 'email',
  )!
  expect(mail.text).toContain('Lantern Regatta')
  expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(mail.attachments[0]?.content).toContain('BEGIN:VEVENT')

  const link = new URL(/<(.+)>/.exec(mail.headers['List-Unsubscribe'] ?? '')![1]!)
  const visitor = client(request, 'harbour', undefined, port())
  const uid = link.pathname.split('/').at(-1)
  expect((await visitor.call('GET', link.pathname + link.search)).status()).toBe(200)
  const before = await (await visitor.call('GET', `/api/emailsettings/${uid}`)).json()
  expect(before.email_reminders).toBe(true)
  const ended = await visitor.call('POST', link.pathname + link.search, {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(ended.status()).toBe(200)
  expect(await (await visitor.call('GET', `/api/emailsettings/${uid}`)).json()).toEqual({
    ...before,
    email_reminders: false,
  })
})

function sameDataDir(): string {
  return product.log.replace(/\/product\.log$/, '')
}
