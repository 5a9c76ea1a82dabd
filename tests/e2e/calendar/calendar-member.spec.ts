import type { APIRequestContext, Page } from '@playwright/test'
import { client, login, removeRecord } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, SIZES, settled, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'

/** A time zone half a world away, where the date differs: the pages must show the site's days. */
test.use({ timezoneId: 'Pacific/Auckland' })

const coordinator = async (request: APIRequestContext, slug = 'harbour') =>
  client(request, slug, (await login(request, `admin@${slug}.test`, slug)).access)
type Coordinator = Awaited<ReturnType<typeof coordinator>>

/** Creates records as an admin. @returns their ids in order. */
async function make(admin: Coordinator, collection: string, body: object[]) {
  const answer = await admin.call('POST', `/api/${collection}/`, { body })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { order: number[] }).order
}
const remove = async (admin: Coordinator, collection: string, ids: number[]) => {
  for (const id of ids) expect(await removeRecord(admin, collection, id)).toBe(204)
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function tabTo(page: Page, name: RegExp) {
  for (let step = 0; step < 250; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const at = document.activeElement
      return at instanceof HTMLElement ? at.getAttribute('aria-label') || at.textContent || '' : ''
    })
    if (name.test(focused)) return
  }
  throw new Error(`The keyboard never comes to ${name}`)
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`goes from the month to an event, signs up and withdraws, by keyboard only, ${size}`, async ({
    page,
    request,
  }) => {
    const admin = await coordinator(request)
    const ids = await make(admin, 'events', [
      { name: `Keyboard race ${size}`, start: '2028-06-02T22:30:00Z', end: '2028-06-02T22:50:00Z' },
    ])
    await page.setViewportSize(viewport)
    await enter(page, 'member@harbour.test')
    await page.goto(siteUrl('harbour', '/events/calendar?month=2028-06'))
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await tabTo(page, /Keyboard race/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/events/${ids[0]}`)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    await expect(page.getByText('Fri 2 Jun 2028').first()).toBeVisible()
    await tabTo(page, /^Count me in$/)
    await page.keyboard.press('Enter')
    const part = page.getByRole('region', { name: 'Your part' })
    await expect(part.getByText('Requested').first()).toBeVisible()
    await expectAccessible(page)
    await tabTo(page, /^Withdraw$/)
    await page.keyboard.press('Enter')
    await expect(part.getByText('You are not signed up')).toBeVisible()
    await remove(admin, 'events', ids)
  })
}

test.describe('with a finger', () => {
  test.use({ viewport: SIZES.phone, hasTouch: true, isMobile: true })

  test('a swipe turns the month or the day; scrolling and the day strip do not', async ({ page }) => {
    await signIn(page, 'member@harbour.test')
    const touch = await page.context().newCDPSession(page)
    const swipe = async (from: [x: number, y: number], to: [x: number, y: number]) => {
      const point = (part: number) => ({
        x: from[0] + (to[0] - from[0]) * part,
        y: from[1] + (to[1] - from[1]) * part,
      })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point(0)] })
      for (const part of [0.2, 0.4, 0.6, 0.8, 1])
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point(part)] })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await page.goto(siteUrl('harbour', '/events/calendar?month=2028-03'))
    await expect(heading(page, 'March 2028')).toBeVisible()
    await swipe([330, 520], [50, 535])
    await expect(heading(page, 'April 2028')).toBeVisible()
    await settled(page)
    await swipe([60, 520], [340, 505])
    await expect(heading(page, 'March 2028')).toBeVisible()
    await settled(page)
    await swipe([200, 700], [140, 300])
    const strip = (await page.getByRole('navigation', { name: 'Days of the month' }).boundingBox())!
    await swipe([330, strip.y + 30], [60, strip.y + 30])
    await expect(heading(page, 'March 2028')).toBeVisible()
    expect(new URL(page.url()).search).toContain('month=2028-03')
    await page.goto(siteUrl('harbour', '/events/calendar/2028-03-31'))
    await expect(page.getByText('No Events on this day')).toBeVisible()
    await swipe([330, 520], [50, 520])
    await page.waitForURL('**/events/calendar/2028-04-01')
    await touch.detach()
  })

  test('the calendar opens at today below its toolbar, which stays, with past days folded', async ({ page }) => {
    await enter(page, 'member@harbour.test')
    for (const address of ['/events/calendar', '/events/public']) {
      await page.goto(siteUrl('harbour', address))
      const title = page.getByRole('heading', { level: 1 })
      await expect(title).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { name: /^Today,/ })).toBeInViewport({ ratio: 1 })
      const strip = page.getByRole('navigation', { name: 'Days of the month' })
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expect(title).toBeInViewport({ ratio: 1 })
      await expect(strip).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('link', { name: 'Today', exact: true })).toBeInViewport({ ratio: 1 })
      // A past day of this month, unless today is its first, is unfolded by its link in the strip.
      const first = strip.getByRole('link', { name: / 1 \p{Lu}/u }).first()
      if (await page.getByText('Earlier this month').count()) {
        await first.tap()
        await expect(page.locator('details[open] h2').first()).toBeInViewport()
      }
    }
  })

  test('a request takes two taps from the calendar', async ({ page, request }) => {
    const admin = await coordinator(request)
    const ids = await make(admin, 'events', [
      { name: 'Two taps', start: '2028-03-11T09:00:00Z', end: '2028-03-11T12:00:00Z' },
    ])
    await enter(page, 'member@harbour.test')
    await page.goto(siteUrl('harbour', '/events/calendar?month=2028-03'))
    await page.getByRole('link', { name: /Two taps/ }).tap()
    const signUp = page.getByRole('button', { name: 'Count me in' })
    await expect(signUp).toBeInViewport({ ratio: 1 })
    await signUp.tap()
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeInViewport({ ratio: 1 })
    await remove(admin, 'events', ids)
  })
})

test('arrow keys move between the days of the month and stop at its edges', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/events/calendar?month=2028-02'))
  await page.waitForLoadState('networkidle')
  const day = (name: string) => page.getByRole('link', { name, exact: true })
  await day('Monday 28 February').focus()
  for (const [key, name] of [
    ['ArrowRight', 'Tuesday 29 February'],
    ['ArrowRight', 'Wednesday 1 March'],
    ['ArrowUp', 'Wednesday 23 February'],
    ['End', 'Sunday 27 February'],
    ['Home', 'Monday 21 February'],
    ['ArrowDown', 'Monday 28 February'],
    ['ArrowDown', 'Monday 28 February'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(day(name)).toBeFocused()
  }
})

test('the month is 400 px lower than the window, and at least 700 px high', async ({ page }) => {
  await signIn(page, 'member@harbour.test')
  for (const [height, expected] of [
    [700, 700],
    [1500, 1100],
  ] as const) {
    await page.setViewportSize({ width: 1280, height })
    await page.goto(siteUrl('harbour', '/events/calendar?month=2027-02'))
    const month = page.getByRole('link', { name: 'Monday 1 February', exact: true }).locator('xpath=ancestor::*[3]')
    await expect.poll(async () => Math.round((await month.boundingBox())?.height ?? 0)).toBe(expected)
  }
})

test('a day with forty events shows the member’s own first, and links to the day for the rest', async ({
  page,
  request,
}) => {
  const admin = await coordinator(request)
  const me = (await login(request, 'member@harbour.test')).user.id
  const at = (n: number) => `2028-08-12T${String(6 + Math.floor(n / 4)).padStart(2, '0')}`
  const long = `The one whose name ${'goes on and on and on '.repeat(5)}Llanfairpwllgwyngyllgogerychwyrndrobwllllantysilio`
  const ids = await make(
    admin,
    'events',
    Array.from({ length: 40 }, (_, n) => ({
      name: n === 30 ? long : `Heat ${n + 1}`,
      start: `${at(n)}:00:00Z`,
      end: `${at(n)}:40:00Z`,
    })),
  )
  await make(admin, 'shifts', [
    {
      event: ids[30],
      person: me,
      start: `${at(30)}:00:00Z`,
      end: `${at(30)}:40:00Z`,
      draft: '2026-01-01T00:00:00Z',
    },
  ])
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/events/calendar?month=2028-08'))
  await expect(page.getByRole('link', { name: /Your shift, no reply yet: .*The one whose name/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '+37 more on Saturday 12 August' }).click()
  await page.waitForURL('**/events/calendar/2028-08-12')
  await expect(page.getByRole('article')).toHaveCount(40)
  await expectAccessible(page)
  await page.setViewportSize(SIZES.phone)
  for (const path of ['/events/calendar/2028-08-12', '/events/calendar?month=2028-08', `/events/${ids[30]}`]) {
    await page.goto(siteUrl('harbour', path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), path).toBe(true)
  }
  await remove(admin, 'events', ids)
})

test('a consecutive series is one entry of the month with its days; its dates are ticked, requested and withdrawn together', async ({
  page,
  request,
}) => {
  const admin = await coordinator(request)
  const [series] = await make(admin, 'series', [{ name: 'Summer camp', consecutive: true }])
  const ids = await make(
    admin,
    'events',
    Array.from({ length: 9 }, (_, n) => ({
      name: `Camp day ${n + 1}`,
      series,
      start: `2028-09-${String(4 + n).padStart(2, '0')}T09:00:00Z`,
      end: `2028-09-${String(4 + n).padStart(2, '0')}T16:00:00Z`,
    })),
  )
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/events/calendar?month=2028-09'))
  await expect(page.getByRole('link', { name: /Summer camp/ })).toHaveCount(2)
  await expect(page.getByRole('link', { name: /Camp day/ })).toHaveCount(0)
  await page.goto(siteUrl('harbour', '/events/calendar/2028-09-06'))
  await expect(page.getByRole('article').getByRole('heading', { name: 'Camp day 3' })).toBeVisible()
  await page.getByRole('link', { name: 'Summer camp' }).click()
  await page.waitForURL(`**/series/${series}`)
  const all = page.getByRole('button', { name: 'Signup to all events' })
  await all.click()
  const sheet = page.getByRole('dialog', { name: 'Sign up to Summer camp' })
  await expect(sheet).toContainText('9 of 9 ticked')
  await expectAccessible(page)
  await sheet.getByRole('checkbox', { name: /^Camp day 2,/ }).uncheck()
  await sheet.getByRole('button', { name: 'Ask for 8 events' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'You asked for 8 events of Summer camp.' })
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText('Requested')).toHaveCount(8)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Requested')).toHaveCount(0)
  await all.click()
  await sheet.getByRole('button', { name: 'Ask for 9 events' }).click()
  await expect(all).toBeDisabled()
  await expect(page.getByText('Requested')).toHaveCount(9)
  await page.getByRole('button', { name: 'Withdraw from all (9)' }).click()
  await expect(page.getByText('Requested')).toHaveCount(0)
  await page.setViewportSize(SIZES.phone)
  await all.click()
  await sheet.getByRole('button', { name: 'Ask for 9 events' }).click()
  await expect(all).toBeDisabled()
  await page.goto(siteUrl('harbour', '/dashboard'))
  const pending = page.getByRole('region', { name: 'Pending Shift Requests' })
  await expect(pending.getByRole('link', { name: /^Camp day \d$/ })).toHaveCount(9)
  await page.goBack()
  await expect(page.getByText('Requested')).toHaveCount(9)
  await expect(page.getByRole('link', { name: 'Series settings' })).toHaveCount(0)
  await expectAccessible(page)
  const asked = await admin.call('GET', `/api/requests/?series=${series}&limit=-1`)
  expect(((await asked.json()) as { count: number }).count).toBe(9)
  await remove(admin, 'events', ids)
  await remove(admin, 'series', [series!])
})

test('a double click or twenty simultaneous sign-ups make one request and no error', async ({ page, request }) => {
  const admin = await coordinator(request)
  const ids = await make(admin, 'events', [
    { name: 'Twice', start: '2028-10-07T09:00:00Z', end: '2028-10-07T12:00:00Z' },
  ])
  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${ids[0]}`))
  await page.getByRole('button', { name: 'Count me in' }).dblclick()
  await expect(page.getByRole('region', { name: 'Your part' }).getByText('Requested').first()).toBeVisible()
  const statuses = await page.evaluate(
    async (path) =>
      Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const body = new URLSearchParams({ comments: `${n}` })
          return (await fetch(`${path}/${n % 3 ? 'sign-up' : 'withdraw'}`, { method: 'POST', body })).status
        }),
      ),
    `/events/${ids[0]}`,
  )
  expect(Math.max(...statuses)).toBeLessThan(500)
  const count = async () =>
    ((await (await admin.call('GET', `/api/requests/?event=${ids[0]}`)).json()) as { count: number }).count
  expect(await count()).toBeLessThanOrEqual(1)
  await page.reload()
  await remove(admin, 'events', ids)
})

test('for an admin the month opens the shifts, and “Edit event” the same screen at its form', async ({
  page,
  request,
}) => {
  const admin = await coordinator(request)
  const [series] = await make(admin, 'series', [{ name: 'Winter league', consecutive: true }])
  const ids = await make(admin, 'events', [
    { name: 'Single race', start: '2028-11-04T10:00:00Z', end: '2028-11-04T12:00:00Z' },
    { name: 'League 1', series, start: '2028-11-06T10:00:00Z', end: '2028-11-06T12:00:00Z' },
  ])
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/events/calendar?month=2028-11'))
  await expect(page.getByRole('link', { name: 'Add event' })).toBeVisible()
  await page.getByRole('link', { name: /Single race/ }).click()
  await page.waitForURL(`**/events/${ids[0]}/shifts`)
  await expect(heading(page, 'Single race')).toBeVisible()
  await page.goto(siteUrl('harbour', '/events/calendar/2028-11-04'))
  await page.getByRole('link', { name: 'Edit event: Single race' }).click()
  await page.waitForURL(`**/events/${ids[0]}/edit`)
  await expect(heading(page, 'Single race')).toBeVisible()
  await page.goto(siteUrl('harbour', '/events/calendar?month=2028-11'))
  await page.getByRole('link', { name: /Winter league/ }).click()
  await page.waitForURL(`**/series/${series}`)
  await expect(page.getByRole('link', { name: 'Series settings' })).toBeVisible()
  await remove(admin, 'events', ids)
  await remove(admin, 'series', [series!])
})
