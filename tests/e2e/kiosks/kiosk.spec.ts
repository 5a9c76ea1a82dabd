import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { answering, enter, expect, expectAccessible, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { call, overflow } from '#tests/e2e/roster-pages.ts'

const run = randomUUID().slice(0, 8)
const TABLET = { width: 1024, height: 768 }
const LONG = `Quetzalcoatl Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh ${run}`
const NEXT = `Quincy Bo ${run}`

const device = async (browser: Browser, over: object = {}) => {
  const context = await browser.newContext({ viewport: TABLET, ...over })
  return answering(await context.newPage())
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const start = (page: Page) => expect(button(page, 'Sign out')).toBeVisible()

test('people sign in and out on a paired device, also offline, until it is revoked', async ({ page, browser }) => {
  test.slow()
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/kiosks'))
  await call(page, 'POST', '/people/', [
    { name: LONG, email: `q1-${run}@kiosk.test`, role: 'user', is_active: true },
    { name: NEXT, email: `q2-${run}@kiosk.test`, role: 'user', is_active: true },
  ])
  const made = await call<{ order: number[]; results: { kiosks: Record<string, { code: string }> } }>(
    page,
    'POST',
    '/kiosks/',
    { name: `Door ${run}` },
  )
  const [id = 0] = made.order
  const kiosk = await device(browser)
  await kiosk.goto(siteUrl('harbour', '/kiosk'))
  await kiosk.waitForURL('**/hello?next=%2Fkiosks')
  await kiosk.goto(siteUrl('harbour', '/kiosk#wrong'))
  await button(kiosk, 'Set up this device').click()
  await expect(kiosk.getByRole('alert')).toHaveText('This code is not valid.')
  await expectAccessible(kiosk)
  await kiosk.getByLabel('Pairing code').fill(made.results.kiosks[id]!.code.toLowerCase())
  await button(kiosk, 'Set up this device').click()
  await start(kiosk)
  await expectAccessible(kiosk)

  const find = async (name: string) => {
    await button(kiosk, 'Sign in').click()
    const listed = button(kiosk, 'My name is not listed')
    await expect(listed.or(button(kiosk, 'Q')).first()).toBeVisible()
    if (await listed.isVisible()) await listed.click()
    await button(kiosk, 'Q').click()
    return button(kiosk, new RegExp(name))
  }
  await (await find(LONG)).click()
  await heading(kiosk, 'What are you here to do?')
  await kiosk.getByRole('listitem').getByRole('button').first().click()
  await heading(kiosk, 'When did you start?')
  await expectAccessible(kiosk)
  await button(kiosk, 'Confirm').click()
  await expect(kiosk.getByText(`${LONG} is signed in.`)).toBeVisible()
  const again = await find(LONG)
  await expect(again).toBeDisabled()
  await expect(again).toContainText('Already signed in')
  await expectAccessible(kiosk)

  await kiosk.context().setOffline(true)
  await button(kiosk, new RegExp(NEXT)).click()
  await kiosk.getByRole('listitem').getByRole('button').first().click()
  await button(kiosk, 'Confirm').click()
  await expect(kiosk.getByText('1 entry is saved on this device and will be sent later.')).toBeVisible()
  await button(kiosk, 'Sign out').click()
  await button(kiosk, new RegExp(NEXT)).click()
  await button(kiosk, 'Confirm').click()
  await heading(kiosk, 'Thank you!')
  await kiosk.context().setOffline(false)
  await expect(kiosk.getByText(/on this device and will be sent/)).toBeHidden()

  // The thanks close automatically.
  await start(kiosk)
  await button(kiosk, 'Sign out').click()
  await heading(kiosk, 'Who is signing out?')
  await expect(button(kiosk, new RegExp(NEXT))).toBeHidden()
  await button(kiosk, new RegExp(LONG)).click()
  await heading(kiosk, 'When did you finish?')
  await button(kiosk, 'Confirm').click()
  await heading(kiosk, 'Thank you!')
  await kiosk.keyboard.press('Shift')
  for (const word of ['Start', 'End', 'Hours']) await expect(kiosk.getByText(word, { exact: true })).toBeVisible()
  await expectAccessible(kiosk)
  await button(kiosk, 'Undo').click()
  await expect(kiosk.getByText(`${LONG} is signed in again.`)).toBeVisible()
  await button(kiosk, 'Sign out').click()
  await button(kiosk, new RegExp(LONG)).click()
  await button(kiosk, 'Confirm').click()
  await heading(kiosk, 'Thank you!')
  const { count } = await call<{ count: number }>(page, 'GET', `/shifts/?search=${run}&actual_end__ne=null`)
  expect(count).toBe(2)

  await call(page, 'PUT', `/kiosks/${id}/revoke`)
  await button(kiosk, 'Done').click()
  await kiosk.waitForURL('**/hello?next=%2Fkiosks')
  await kiosk.context().close()
})

const shift = (id: number, over: object = {}) => ({
  id,
  event: 1,
  event_name: 'Race day',
  person: id,
  person_name: id === 1 ? LONG : 'Łukasz Ng',
  role: null,
  duty: 'Safety boat crew',
  location_name: '',
  start: '2027-06-01T09:00:00.000Z',
  end: '2027-06-01T12:00:00.000Z',
  actual_start: null,
  actual_end: null,
  hours: null,
  ...over,
})
const DATA = {
  now: '2027-06-01T09:24:00.000Z',
  kiosk: { id: 1, name: 'Door' },
  results: {
    shifts: { 1: shift(1), 2: shift(2) },
    people: { 1: { id: 1, name: LONG }, 2: { id: 2, name: 'Łukasz Ng' }, 3: { id: 3, name: '李小龙' } },
    roles: { 4: { id: 4, name: 'Crew' } },
  },
  lists: { waiting: [1, 2], signed_in: [] as number[], people: [1, 2, 3], roles: [4] },
}

/** A paired device whose calls are answered by `answers`, which a test may change while it runs. */
async function played(page: Page) {
  const answers = {
    data: { status: 200, json: DATA as object },
    confirm: { status: 200, json: {} as object },
    asked: 0,
    sent: [] as string[],
  }
  await page.route('**/api/kiosk/data', (route) => {
    answers.asked += 1
    return answers.data.status === 0 ? route.abort('connectionfailed') : route.fulfill(answers.data)
  })
  await page.route('**/api/kiosk/confirm', (route) => {
    answers.sent.push(`${route.request().headers()['idempotency-key']} ${route.request().postData()}`)
    return route.fulfill(answers.confirm)
  })
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('set')) localStorage.setItem('wb.kiosk.secret', 'wk_1_x')
    sessionStorage.setItem('set', '1')
  })
  return answers
}

test('every state fits a phone, a tablet and a desktop in both schemes, and works by keyboard only', async ({
  page,
}) => {
  test.slow()
  await played(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const viewport of [SIZES.phone, TABLET]) {
    await page.setViewportSize(viewport)
    await page.goto(siteUrl('harbour', '/kiosk'))
    await start(page)
    for (const [press, question] of [
      ['Sign in', 'Which is your shift?'],
      ['My name is not listed', 'Who are you?'],
      ['L', 'Who are you?'],
      ['Łukasz Ng', 'What are you here to do?'],
      ['Crew', 'When did you start?'],
    ] as const) {
      await button(page, press).focus()
      await page.keyboard.press('Enter')
      await heading(page, question)
      expect(await overflow(page), question).toBe(0)
      const small = await page
        .locator('button:visible')
        .evaluateAll(
          (all) =>
            all.map((one) => one.getBoundingClientRect()).filter((box) => Math.min(box.width, box.height) < 64).length,
        )
      expect(small, question).toBe(0)
    }
    await expectAccessible(page)
    await expect(button(page, 'One minute earlier')).toBeInViewport({ ratio: 1 })
    await page.getByRole('textbox', { name: 'Hour' }).fill('7')
    await page.getByRole('textbox', { name: 'Minute' }).press('ArrowUp')
    await expect(page.getByRole('textbox', { name: 'Hour' })).toHaveValue('07')
    await expect(page.getByRole('textbox', { name: 'Minute' })).toHaveValue('25')
    for (const question of ['What are you here to do?', 'Who are you?', 'Which is your shift?']) {
      await button(page, 'Back').click()
      await heading(page, question)
    }
    await expect(button(page, new RegExp(LONG))).toBeVisible()
    expect(await overflow(page)).toBe(0)
    await button(page, 'Start over').click()
    await start(page)
  }
  await page.setViewportSize(SIZES.desktop)
  await button(page, 'Sign out').click()
  await expect(page.getByText('Nobody is currently signed in')).toBeVisible()
  await expectAccessible(page)
})

test('where the club has no role, someone unplanned chooses No role', async ({ page }) => {
  const answers = await played(page)
  const json = { ...DATA, results: { ...DATA.results, roles: {} }, lists: { ...DATA.lists, roles: [] } }
  answers.data = { status: 200, json }
  answers.confirm = { status: 200, json: { count: 0, order: [], results: { shifts: {} } } }
  await page.goto(siteUrl('harbour', '/kiosk'))
  await start(page)
  for (const press of ['Sign in', 'My name is not listed', 'L', 'Łukasz Ng']) await button(page, press).click()
  await heading(page, 'What are you here to do?')
  await expect(page.getByRole('listitem').getByRole('button')).toHaveText(['No role'])
  await expectAccessible(page)
  await button(page, 'No role').click()
  await heading(page, 'When did you start?')
  await button(page, 'Confirm').click()
  await expect.poll(() => answers.sent).toHaveLength(1)
  expect(answers.sent[0]).toContain('"role":null')
})

test('a future time is not sent; the current time is offered instead', async ({ page }) => {
  const answers = await played(page)
  await page.goto(siteUrl('harbour', '/kiosk'))
  await start(page)
  await button(page, 'Sign in').click()
  await button(page, /Łukasz Ng/).click()
  await expect(button(page, /^As planned/)).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Hour' }).fill('15')
  await button(page, 'Confirm').click()
  await expect(page.getByRole('alert')).toHaveText('Must not be in the future.')
  expect(answers.sent).toEqual([])
  await expectAccessible(page)
  await button(page, /^Use /).press('Enter')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Hour' })).toHaveValue('10')
  answers.confirm = { status: 200, json: { count: 0, order: [], results: { shifts: {} } } }
  await button(page, 'Confirm').click()
  await expect.poll(() => answers.sent.length).toBe(1)
})

test('a refusal stays on the page; a minute without a touch returns to the start, six hours reload the page', async ({
  page,
}) => {
  const answers = await played(page)
  await page.clock.install()
  await page.goto(siteUrl('harbour', '/kiosk'))
  await start(page)
  // From here on only the test moves the clock.
  await page.clock.pauseAt(Date.now() + 30_000)
  const clock = page.getByRole('timer')
  const before = await clock.textContent()
  await page.clock.runFor(1_000)
  await expect(clock).not.toHaveText(before ?? '')
  await button(page, 'Sign in').click()
  await button(page, /Łukasz Ng/).click()
  answers.confirm = { status: 409, json: { detail: 'Already signed in.' } }
  await button(page, 'Confirm').click()
  await expect(page.getByRole('alert')).toHaveText('Already signed in.')
  await expect(button(page, 'Confirm')).toBeEnabled()
  answers.confirm = { status: 429, json: { detail: 'There were too many requests.' } }
  await button(page, 'Confirm').click()
  await expect(page.getByRole('alert')).toHaveText('There were too many requests.')
  await heading(page, 'When did you start?')
  expect(new Set(answers.sent).size).toBe(1)
  await page.clock.runFor(50_000)
  await button(page, /^One minute later/).click()
  const asked = answers.asked
  await page.clock.runFor(50_000)
  await heading(page, 'When did you start?')
  await page.clock.runFor(11_000)
  await start(page)
  await expect.poll(() => answers.asked).toBeGreaterThan(asked)
  const loads: string[] = []
  page.on('load', () => loads.push('load'))
  await page.clock.fastForward(6 * 3_600_000 - 600_000)
  await expect.poll(() => answers.asked).toBeGreaterThan(asked + 1)
  expect(loads).toEqual([])
  await page.clock.fastForward(700_000)
  await expect.poll(() => loads).toEqual(['load'])
  await start(page)
})

test('without a secret, and at any answer but 200, a device leads to the kiosks page; without an answer it stays', async ({
  page,
  browser,
}) => {
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/kiosk'))
  await page.waitForURL('**/kiosks')
  await heading(page, 'Kiosks')
  const answers = await played(page)
  answers.data = { status: 404, json: { detail: 'No.' } }
  await page.evaluate(() => localStorage.setItem('wb.kiosk.secret', 'wk_1_x'))
  await page.goto(siteUrl('harbour', '/kiosk'))
  await page.waitForURL('**/kiosks')
  await heading(page, 'Kiosks')
  const other = await device(browser)
  const its = await played(other)
  for (const status of [500, 429, 401]) {
    its.data = { status: 200, json: DATA }
    await other.goto(siteUrl('harbour', '/kiosk'))
    await start(other)
    its.data = { status: 0, json: {} }
    const asked = its.asked
    await button(other, 'Refresh').click()
    await expect.poll(() => its.asked).toBeGreaterThan(asked)
    await start(other)
    its.data = { status, json: { detail: 'No.', code: 'session_revoked' } }
    await button(other, 'Refresh').click()
    await other.waitForURL('**/hello?next=%2Fkiosks')
    const secret = await other.evaluate(() => localStorage.getItem('wb.kiosk.secret'))
    expect(secret).toBe(status === 401 ? null : 'wk_1_x')
  }
  await other.context().close()
})
