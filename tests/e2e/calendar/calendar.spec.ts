import { readFile } from 'node:fs/promises'
import { Temporal } from 'temporal-polyfill'
import { client, login, removeRecord } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, SIZES, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'

test.use({ timezoneId: 'Pacific/Auckland' })

test(`the member's calendar, day, event, series and availability are accessible`, async ({ page }) => {
  test.slow()
  await signIn(page, 'member@harbour.test')
  await expect(page.getByRole('region', { name: 'Upcoming Events' })).toBeVisible()
  const day = await page.evaluate(async () => {
    const { order, results } = await (await fetch('/api/events/?future=true&limit=1')).json()
    return String(results.events[order[0]].start)
  })
  for (const path of [
    `/events/calendar/${Temporal.Instant.from(day).toZonedDateTimeISO('Europe/London').toPlainDate()}`,
    '/events/calendar',
    '/events/calendar?view=list',
    '/unavailability/2026-12-25',
    '/events/public',
  ]) {
    await page.goto(siteUrl('harbour', path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectSoundAtEachSize(page)
  }
  await page.goto(siteUrl('harbour', '/dashboard'))
  await page.getByRole('region', { name: 'Upcoming Events' }).getByRole('link', { name: /\d/ }).first().click()
  await page.waitForURL(/\/(events|series)\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSoundAtEachSize(page)
})

test('the month starts on Monday, is at least 700 px high, steps by month and links its days', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/events/calendar?month=2027-02'))
  await expect(page.getByRole('heading', { level: 1, name: 'February 2027' })).toBeVisible()
  const first = page.getByRole('link', { name: 'Monday 1 February', exact: true })
  const grid = first.locator('xpath=ancestor::*[4]')
  expect(
    await page.evaluate(() => Math.max(...[...document.querySelectorAll('#content div')].map((e) => e.clientHeight))),
  ).toBeGreaterThanOrEqual(700)
  await expect(grid).toBeVisible()
  await page.getByRole('link', { name: 'Next month, March 2027' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'March 2027' })).toBeVisible()
  await page.getByRole('link', { name: 'Previous month, February 2027' }).click()
  await first.click()
  await page.waitForURL('**/events/calendar/2027-02-01')
  await expect(page.getByText('No Events on this day')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Month View' }).click()
  await page.waitForURL('**/events/calendar?month=2027-02')
  await expect(page.getByRole('heading', { level: 1, name: 'February 2027' })).toBeVisible()

  const tabs = page.getByRole('navigation', { name: 'Calendar', exact: true })
  const current = tabs.locator('[aria-current=page]')
  await expect(tabs.getByRole('link')).toHaveText(['Month', 'Day', 'Open shifts'])
  await expect(page.getByRole('link', { name: 'Add event' })).toHaveCount(0)
  await expect(current).toHaveText('Month')
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await page.waitForURL('**/events/calendar?month=2027-02&view=list')
  await page.getByRole('link', { name: 'Grid', exact: true }).click()
  await page.waitForURL('**/events/calendar?month=2027-02')
  // The day last looked at.
  await tabs.getByRole('link', { name: 'Day' }).click()
  await page.waitForURL('**/events/calendar/2027-02-01')
  await expect(current).toHaveText('Day')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon 1 Feb 2027')
  await page.getByRole('link', { name: 'Previous day, Sunday 31 January' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sun 31 Jan 2027')
  await page.getByRole('link', { name: 'Next day, Monday 1 February' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon 1 Feb 2027')
  const today = Temporal.Now.plainDateISO('Europe/London')
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Mon 1 Feb 2027')
  const shown = Temporal.PlainDate.from(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  expect(Math.abs(shown.since(today).days)).toBeLessThanOrEqual(1)
  await tabs.getByRole('link', { name: 'Month' }).click()
  await expect(current).toHaveText('Month')
  await page.getByRole('link', { name: /^Next month/ }).click()
  await expect(page).toHaveURL(/month=/)
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(page).toHaveURL(/\/events\/calendar$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    shown.toLocaleString('en-GB', { month: 'long', year: 'numeric' }),
  )
})

test('availability goes from unknown to a value and back; clearing is offered only then', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/events/calendar?month=2027-03'))
  const day = page.getByRole('button', { name: / on Wednesday 10 March/ })
  // The screen updates before the answer: leaving earlier would not prove that it was stored.
  const choose = (name: string) =>
    Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST'),
      page.getByRole('menuitem', { name }).click(),
    ])
  await expect(day).toHaveAccessibleName(/^When can you help on /)
  await day.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Available', 'Only if required', 'Unavailable'])
  await choose('Unavailable')
  await expect(day).toHaveAccessibleName(/^Unavailable on /)
  await page.reload()
  await expect(day).toHaveAccessibleName(/^Unavailable on /)
  await day.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Available', 'Only if required', 'Unavailable', 'Unset'])
  await choose('Unset')
  await expect(day).toHaveAccessibleName(/^When can you help on /)
  await page.reload()
  await expect(day).toHaveAccessibleName(/^When can you help on /)
})

test('two weekdays of a month are marked in one step and undone together', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/unavailability/2029-02-01'))
  const many = page.getByRole('region', { name: 'Add dates' })
  const mark = async (as: string) => {
    await many.getByLabel('Mark as').selectOption(as)
    await many.getByRole('button', { name: 'Mark these days' }).click()
  }
  await many.getByLabel(/^Day/).fill('2029-02-02')
  await many.getByRole('button', { name: 'Several days' }).click()
  await expect(many.getByLabel('Last day')).toHaveValue('2029-02-02')
  await many.getByLabel('Last day').fill('2029-02-28')
  for (const day of ['Mon', 'Fri']) await many.getByRole('checkbox', { name: day }).check()
  await mark('Only if required')
  await expect(many.getByRole('status')).toHaveText('8 days marked.')
  await many.getByLabel('Last day').fill('2029-01-01')
  await mark('Only if required')
  await expect(many.getByText('Must not be before the first day.')).toBeVisible()
  await page.goto(siteUrl('harbour', '/events/calendar?month=2029-02'))
  const day = (name: string) => page.getByRole('button', { name: ` on ${name}` })
  await expect(day('Monday 5 February')).toHaveAccessibleName(/^Only if required on /)
  await expect(day('Friday 23 February')).toHaveAccessibleName(/^Only if required on /)
  await expect(day('Tuesday 6 February')).toHaveAccessibleName(/^When can you help on /)
  await page.goto(siteUrl('harbour', '/unavailability/2029-02-01'))
  await many.getByRole('button', { name: 'Several days' }).click()
  await many.getByLabel('Last day').fill('2029-02-28')
  await mark('Unset')
  await expect(many.getByRole('status')).toHaveText('8 days marked.')
})

test('a member signs up with a comment and withdraws; a coordinator gets the shifts instead', async ({
  page,
  request,
}) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const made = await admin.call('POST', '/api/events/', {
    body: [{ name: '', start: '2063-04-10T09:00:00Z', end: '2063-04-10T12:00:00Z' }],
  })
  const id = ((await made.json()) as { order: number[] }).order[0]!
  const created = await admin.call('POST', '/api/assignments/', { body: [{ name: 'Bosun’s mate' }] })
  const assignment = ((await created.json()) as { order: number[] }).order[0]!
  await admin.call('POST', '/api/shifts/', { body: [{ event: id, assignment, draft: '2026-01-01T00:00:00Z' }] })
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/events/calendar?month=2063-04'))
  await page
    .getByRole('link', { name: /Untitled Event/ })
    .first()
    .click()
  await page.waitForURL(`**/events/${id}`)
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await page.getByLabel('Comment').fill('Only until noon')
  await page.getByRole('button', { name: 'Count me in' }).click()
  const part = page.getByRole('region', { name: 'Your part' })
  await expect(part.getByText('Requested').first()).toBeVisible()
  await expect(part.getByText('Only until noon')).toBeVisible()
  await page.goto(siteUrl('harbour', '/dashboard'))
  await expect(page.getByRole('region', { name: 'Pending Shift Requests' }).getByText('Untitled Event')).toBeVisible()
  await page.goBack()
  await part.getByRole('button', { name: 'Withdraw' }).click()
  await expect(part.getByText('You are not signed up')).toBeVisible()
  await part.getByRole('radio', { name: 'Bosun’s mate' }).check()
  await expect(part.getByText('The club decides and emails you.')).toBeVisible()
  await part.getByRole('button', { name: 'Count me in' }).click()
  await expect(part.getByText('Bosun’s mate')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who is on' }).getByText('Requested')).toBeVisible()
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Calendar file (.ics)' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('SUMMARY:Untitled Event')
  expect(await removeRecord(admin, 'events', id)).toBe(204)
  expect(await removeRecord(admin, 'assignments', assignment)).toBe(204)
})

test('an unnamed, empty series says so, and no one can sign up to it', async ({ page, request }) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const made = await admin.call('POST', '/api/series/', {
    body: [{ name: '', details: '**Bold** <script>x</script>' }],
  })
  const id = ((await made.json()) as { order: number[] }).order[0]!
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/series/${id}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Untitled Series' })).toBeVisible()
  await expect(page.getByText('No Events in this Series')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Signup to all events' })).toBeDisabled()
  // On a busy machine the first page may show the text as typed.
  await expect(async () => {
    await page.reload()
    await expect(page.locator('strong', { hasText: 'Bold' })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Series settings' }).click()
  await page.waitForURL(`**/series/list/${id}`)
  expect((await admin.call('DELETE', `/api/series/${id}/`)).status()).toBe(204)
})

test('a word of a route is never read as an id, and only admins see the grid', async ({ page }) => {
  await signIn(page, 'member@harbour.test')
  const status = async (path: string) => (await page.goto(siteUrl('harbour', path)))?.status()
  expect(await status('/events/public')).toBe(200)
  expect(await status('/events/add')).toBe(403)
  expect(await status('/events/types')).toBe(403)
  expect(await status('/series/list')).toBe(403)
  expect(await status('/unavailability')).toBe(403)
  expect(await status('/unavailability/2027-01-01')).toBe(200)
  expect(await status('/unavailability/2027-02-30')).toBe(404)
  expect(await status('/events/calendar/today')).toBe(404)
  expect(await status('/kiosks')).toBe(403)
})

test('the public calendar needs no account, sets no cookie, sends no script in a frame, and is framed only where allowed', async ({
  page,
  request,
}) => {
  const answer = await page.goto(siteUrl('harbour', '/events/public?iframe'))
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  await expect(page.getByRole('banner')).toHaveCount(0)
  expect(await page.locator('script[src], script[type=module]').count()).toBe(0)
  expect(await page.context().cookies()).toEqual([])
  await page.getByRole('link', { name: /Next month/ }).click()
  await expect(page.getByRole('banner')).toHaveCount(0)
  const api = await client(request, 'harbour').call('GET', '/api/events/public')
  expect([
    api.status(),
    api.headers()['access-control-allow-origin'],
    api.headers()['access-control-allow-credentials'],
  ]).toEqual([200, '*', undefined])
})
