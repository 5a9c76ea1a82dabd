import type { APIRequestContext } from '@playwright/test'
import { type Client, client, login } from '#tests/e2e/api-client.ts'
import { setClock } from '#tests/e2e/dev-clock.ts'
import { dashboard, expect, fillSignIn, PASSWORD, test } from '#tests/e2e/fixtures.ts'
import { confirmEmailOf } from '#tests/e2e/product-database.ts'
import { emptyDataDir, type Product, startProduct } from '#tests/support/product.ts'

/** A separate product, since the test moves the clock by weeks. */
const dataDir = emptyDataDir('answer-loop')
let product: Product
test.beforeAll(async () => {
  product = await startProduct({ dataDir })
})
test.afterAll(() => product.stop())

const DAY = 86_400_000
const HOUR = 3_600_000
const EVENT = 'Lantern Regatta'
const at = (path: string) => `http://harbour.localhost:${product.port}${path}`

type Captured = { kind: string; channel: string; to: string; subject: string; text: string }
type Helper = { id: number; name: string; email: string; feed: string }

const callerOf = async (request: APIRequestContext, email: string): Promise<Client> =>
  client(request, 'harbour', (await login(request, email, 'harbour', product.port)).access, product.port)

async function makeHelper(request: APIRequestContext, admin: Client, name: string, competency: number, day: string) {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`
  const nobody = client(request, 'harbour', undefined, product.port)
  expect((await nobody.call('POST', '/api/register', { body: { email, name, password: PASSWORD } })).status()).toBe(204)
  const { order } = await (await admin.call('GET', `/api/people/?email=${email}`)).json()
  const id = order[0] as number
  expect((await admin.call('PUT', '/api/people/', { body: [{ id, is_active: true }] })).status()).toBe(200)
  await confirmEmailOf(email, dataDir)
  await make(admin, 'records', { person: id, competency, achieved: day })
  const { url } = await (await (await callerOf(request, email)).call('POST', '/api/calendarfeed')).json()
  return { id, name, email, feed: new URL(url).pathname } satisfies Helper
}

async function make(admin: Client, collection: string, body: object): Promise<number> {
  const answer = await admin.call('POST', `/api/${collection}/`, { body: [body] })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).order[0]
}

/** The state of a shift in a person's calendar feed, for example `TENTATIVE 2`; null if absent. */
async function inFeed(caller: Client, feed: string, shift: number) {
  const text = await (await caller.call('GET', feed)).text()
  const entry = text.split('BEGIN:VEVENT').find((part) => part.includes(`UID:shift-${shift}@`))
  const field = (name: string) => new RegExp(`^${name}:(\\w+)`, 'm').exec(entry ?? '')?.[1]
  return entry ? { status: field('STATUS'), sequence: Number(field('SEQUENCE') ?? 0) } : null
}

test('a no from a mail is covered by a yes from a mail: roster, feeds, kiosk and reminders follow', async ({
  page,
  guest: phone,
  request,
}) => {
  test.setTimeout(400_000)
  // Noon, so that no quiet hours delay anything.
  const noon = Math.ceil(Date.now() / DAY) * DAY + DAY + 12 * HOUR
  const moveTo = (instant: number) => setClock(request, new Date(instant).toISOString(), product.port)
  await moveTo(noon)
  const admin = await callerOf(request, 'admin@harbour.test')
  const today = new Date(noon).toISOString().slice(0, 10)
  const competency = await make(admin, 'competencies', { name: 'Lantern keeping' })
  const role = await make(admin, 'roles', { name: 'Lantern keeper', required_competencies: [competency] })
  // No one else holds it, so the search can ask only two of them.
  const helpers: Helper[] = []
  for (const name of ['Olive Offduty', 'Una Taker', 'Sven Silent'])
    helpers.push(await makeHelper(request, admin, name, competency, today))
  const [holder, taker, silent] = helpers as [Helper, Helper, Helper]
  const startsAt = noon + 20 * DAY
  const times = { start: new Date(startsAt).toISOString(), end: new Date(startsAt + 4 * HOUR).toISOString() }
  const event = await make(admin, 'events', { name: EVENT, ...times })
  const shift = await make(admin, 'shifts', { event, role, person: holder.id, ...times })
  expect((await admin.call('PUT', `/api/events/${event}/publish`)).status()).toBe(200)

  const messages = async () => {
    const captured = (await (await admin.call('GET', '/dev/messages.json?limit=10000')).json()) as Captured[]
    return captured.filter(
      ({ to, subject, text }) => helpers.some(({ email }) => email === to) && `${subject}${text}`.includes(EVENT),
    )
  }
  const kinds = async () => (await messages()).map(({ kind, to }) => `${kind} ${to}`).sort()
  const linkIn = async (kind: string, person: Helper, pattern: RegExp) => {
    const mail = (await messages()).find((one) => one.kind === kind && one.to === person.email)
    return pattern.exec(mail?.text ?? '')?.[0] ?? `no link in ${kind}`
  }
  const expectKinds = async (...expected: string[]) => expect.poll(kinds, { timeout: 90_000 }).toEqual(expected.sort())
  const told = [`shift.assigned ${holder.email}`]
  await expectKinds(...told)
  const asked = await inFeed(admin, holder.feed, shift)
  expect(asked?.status).toBe('TENTATIVE')
  expect(await inFeed(admin, taker.feed, shift)).toBeNull()

  await phone.goto(at(await linkIn('shift.assigned', holder, /\/answer\/[\w.-]+/)))
  await phone.getByRole('button', { name: /^I can’t come/ }).press('Enter')
  await expect(phone.getByText('The shift is still yours until someone takes it.')).toBeVisible()

  // Only the ladder asks them, once the answer can no longer be undone.
  await moveTo(noon + 300_000)
  told.push(`cover.asked ${taker.email}`, `cover.asked ${silent.email}`)
  await expectKinds(...told)
  await phone.goto(at(await linkIn('cover.asked', taker, /\/cover\/[\w.-]+/)))
  await phone.getByRole('button', { name: 'I’ll do it' }).press('Enter')
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('you’re on')
  told.push(`cover.found ${holder.email}`, `cover.taken ${silent.email}`)
  await expectKinds(...told)

  // A message may be sent a moment before the change settles.
  await expect.poll(async () => (await inFeed(admin, holder.feed, shift))?.status).toBe('CANCELLED')
  const covered = await inFeed(admin, holder.feed, shift)
  expect(covered?.sequence).toBeGreaterThan(asked?.sequence ?? 0)
  const taken = await inFeed(admin, taker.feed, shift)
  expect(taken?.status).toBe('CONFIRMED')
  expect(await inFeed(admin, silent.feed, shift)).toBeNull()

  await page.goto(at('/hello'))
  await fillSignIn(page, 'admin@harbour.test')
  await dashboard(page)
  await page.goto(at(`/events/${event}`))
  const roster = page.getByRole('region', { name: 'Who is on' })
  await expect(roster).toContainText(taker.name)
  await expect(roster).not.toContainText(holder.name)

  // They fall due at the same local time, an hour later in UTC where the clocks go forward in between.
  await moveTo(startsAt - 7 * DAY + HOUR + 60_000)
  told.push(`reminder.week ${taker.email}`)
  await expectKinds(...told)
  await moveTo(startsAt - DAY + HOUR + 60_000)
  told.push(`reminder.day ${taker.email}`)
  await expectKinds(...told)

  await moveTo(startsAt - HOUR)
  const morning = await callerOf(request, 'admin@harbour.test')
  const made = await (await morning.call('POST', '/api/kiosks/', { body: { name: 'Lantern door' } })).json()
  const { code } = made.results.kiosks[made.order[0]] as { code: string }
  await phone.goto(at(`/kiosk#${code}`))
  await phone.getByRole('button', { name: 'Set up this device' }).click()
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(phone.getByRole('button', { name: new RegExp(taker.name) })).toBeVisible()
  await expect(phone.getByRole('button', { name: new RegExp(holder.name) })).toHaveCount(0)
  expect(await kinds()).toEqual(told.sort())
})
