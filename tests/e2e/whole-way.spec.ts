import type { Locator, Page } from '@playwright/test'
import { Temporal } from 'temporal-polyfill'
import { emptyDataDir, type Product, startProduct } from '../support/product.ts'
import { client } from './api-client.ts'
import { setClock } from './dev-clock.ts'
import { dashboard, expect, expectAccessible, fillSignIn, SIZES, test } from './fixtures.ts'

/** A separate product, since the test moves the clock by weeks. */
let product: Product
test.beforeAll(async () => {
  product = await startProduct({ dataDir: emptyDataDir('whole-way') })
})
test.afterAll(() => product.stop())

type Captured = { kind: string; channel: string; to: string; subject: string; text: string; html: string }

const at = (path: string, slug = 'harbour') => `http://${slug}.localhost:${product.port}${path}`
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

async function press(target: Locator) {
  await expect(target).toBeEnabled()
  await target.focus()
  await expect(target).toBeFocused()
  await target.page().keyboard.press('Enter')
}

async function importFile(page: Page, kind: 'people' | 'season', text: string, verb: RegExp, done: RegExp) {
  await page.goto(at(`/import?kind=${kind}`))
  const choose = page.getByRole('button', { name: 'Choose a file' })
  const chooser = page.waitForEvent('filechooser')
  await press(choose)
  await (await chooser).setFiles({ name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByRole('button', { name: verb })).toBeEnabled()
  await expectAccessible(page)
  expect(await fits(page)).toBe(true)
  await press(page.getByRole('button', { name: verb }))
  await expect(page.getByRole('heading', { name: done })).toBeVisible()
}

/** The specs of the single screens cover the other sizes and schemes. */
test('imports a season by keyboard, publishes it, and the member sees the shift and gets the reminder', async ({
  page,
  request,
}) => {
  test.setTimeout(400_000)
  await page.setViewportSize(SIZES.phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  // The text message has room for sixteen letters of it.
  const name = 'Lantern race'
  const zone = 'Europe/London'
  const day = Temporal.Now.plainDateISO(zone).add({ weeks: 5 })
  const anonymous = client(request, 'harbour', undefined, String(product.port))
  const moveTo = async (date: Temporal.PlainDate, time: string) => {
    const now = date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).toInstant()
    await setClock(request, now.toString(), product.port)
  }
  const messages = async () =>
    ((await (await anonymous.call('GET', '/dev/messages.json?limit=10000')).json()) as Captured[]).filter((message) =>
      `${message.subject}${message.text}`.includes(name),
    )
  const kinds = async () => (await messages()).map(({ kind, channel }) => `${kind} ${channel}`).sort()
  await moveTo(day.subtract({ weeks: 3 }), '12:00')

  await page.goto(at('/hello'))
  await fillSignIn(page, 'admin@harbour.test')
  await dashboard(page)
  const email = 'lantern@example.org'
  await importFile(page, 'people', `name,email\nLena Lantern,${email}\n`, /^Import 1 person$/, /^Created 1 person$/)
  const rows = [
    'date,start,end,event,event_type,series,location,duty,role,volunteer_email,volunteer_name,notes',
    `${day},10:00,13:00,${name},Club racing,,Clubhouse Slip,Race Officer,Main,member@harbour.test,,Bring the horn`,
    `${day},10:00,13:00,${name},Club racing,,Clubhouse Slip,Safety Boat,Main,${email},Lena Lantern,`,
    `${day},10:00,13:00,${name},Club racing,,Clubhouse Slip,Safety Boat,Main,nobody@example.org,No Body,`,
  ].join('\n')
  await importFile(page, 'season', `${rows}\n`, /^Import 3 shifts$/, /^Created 3 shifts$/)

  await page.goto(at(`/events/list?view=all&search=${encodeURIComponent(name)}`))
  const event = page.getByRole('link', { name: new RegExp(name) }).first()
  await expect(event).toBeVisible()
  await expectAccessible(page)
  await press(event)
  await page.waitForURL(/\/events\/\d+/)
  const publish = page.getByRole('button', { name: /^Publish 3 shifts/ })
  await expect(publish).toBeVisible()
  await expectAccessible(page)
  expect(await kinds()).toEqual([])
  await expect(publish).toHaveAccessibleDescription(/^Notifies /)
  await press(publish)
  const notified = ['shift.assigned email', 'shift.assigned email', 'shift.assigned sms']
  // The worker queues them a moment after the publishing, and holds them while it can be undone.
  let minute = 10
  const kindsLater = async () => {
    await moveTo(day.subtract({ weeks: 3 }), `12:${minute++}`)
    return kinds()
  }
  await expect.poll(kindsLater, { timeout: 90_000, intervals: [2_000] }).toEqual(notified)
  expect(await fits(page)).toBe(true)

  await moveTo(day.subtract({ weeks: 1 }), '10:01')
  const week = ['reminder.week email', 'reminder.week email', 'reminder.week sms', ...notified]
  await expect.poll(kinds, { timeout: 90_000 }).toEqual(week)
  await moveTo(day.subtract({ days: 1 }), '10:01')
  const all = ['reminder.day email', 'reminder.day email', 'reminder.day sms', ...week]
  await expect.poll(kinds, { timeout: 90_000 }).toEqual(all)
  const mail = (await messages()).find(({ kind, to }) => kind === 'reminder.day' && to === 'member@harbour.test')
  for (const fact of [name, 'Race Officer', 'Clubhouse Slip', 'Bring the horn']) expect(mail?.text).toContain(fact)
  expect(await (await anonymous.call('GET', '/dev/messages')).text()).toContain(name)

  await page.context().clearCookies()
  await page.goto(at('/hello'))
  await fillSignIn(page, 'member@harbour.test')
  await dashboard(page)
  const own = page.getByRole('region', { name: 'Upcoming Shifts' }).getByRole('link', { name: new RegExp(name) })
  await expect(own).toBeVisible()
  await expectAccessible(page)
  await press(own)
  await page.waitForURL(/\/events\/\d+$/)
  await expect(page.getByRole('region', { name: 'Who is on' })).toContainText('Lena Lantern')
  await expectAccessible(page)
  expect(await fits(page)).toBe(true)

  await page.goto(at('/', 'nowhere'))
  await expect(page.getByText('Site not found. This domain has not been configured.')).toBeVisible()
})
