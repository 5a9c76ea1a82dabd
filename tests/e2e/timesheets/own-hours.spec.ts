import type { APIRequestContext } from '@playwright/test'
import { Temporal } from 'temporal-polyfill'
import { client } from '#tests/e2e/api-client.ts'
import { setClock } from '#tests/e2e/dev-clock.ts'
import { expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { enterAs, expectSoundAtEachSize, newMember, type OwnMember, signInAs } from '#tests/e2e/own-member.ts'

const ZONE = 'Europe/London'
const today = Temporal.Now.plainDateISO(ZONE)
const at = (days: number, time: string) =>
  today.add({ days }).toZonedDateTime({ timeZone: ZONE, plainTime: time }).toInstant().toString()

type Planned = { name: string; start: string; end: string; published?: boolean } & Record<string, unknown>

/** Creates an event with one shift of the member. @returns the id of the shift. */
async function plan(
  request: APIRequestContext,
  me: OwnMember,
  { name, start, end, published = true, ...over }: Planned,
) {
  const api = client(request, 'harbour', me.admin)
  const made = await (await api.call('POST', '/api/events/', { body: [{ name, start, end }] })).json()
  const shift = { event: made.order[0], person: me.id, start, end, ...over }
  const answer = await api.call('POST', '/api/shifts/', { body: [shift] })
  const text = await answer.text()
  expect(answer.status(), text).toBe(201)
  const id = JSON.parse(text).order[0] as number
  if (published) expect((await api.call('PUT', `/api/shifts/${id}/publish`)).status()).toBe(200)
  return id
}

test.beforeEach(async ({ request }) => setClock(request, at(0, '12:00')))
test.afterEach(async ({ request }) => setClock(request, null))

test('"Confirm Time" proposes the time at which it is opened, however long the page has been open', async ({
  page,
  request,
}) => {
  const me = await newMember(request)
  await plan(request, me, { name: 'Long morning', start: at(0, '11:30'), end: at(0, '15:00') })
  await page.clock.install()
  await enterAs(page, me.email)
  await page.goto(siteUrl('harbour', '/dashboard'))
  const start = page.getByRole('button', { name: 'Start Long morning' })
  await expect(start).toBeEnabled()
  await page.clock.fastForward('00:25:00')
  await start.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Time' })
  await expect(dialog.getByLabel('Start, hour')).toHaveValue('12')
  await expect(dialog.getByLabel('Start, minute')).toHaveValue(/^2[5-7]$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // A page open for half an hour is reloaded, and with it the server's time.
  await setClock(request, at(0, '12:45'))
  await page.clock.fastForward('00:20:00')
  await start.click()
  await expect(dialog.getByLabel('Start, minute')).toHaveValue(/^4[5-7]$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone })

  test('times of past shifts can be corrected, also over midnight; those of coming ones cannot', async ({
    page,
    request,
  }) => {
    const me = await newMember(request)
    const evening = await plan(request, me, { name: 'Evening watch', start: at(-1, '18:00'), end: at(-1, '23:00') })
    await plan(request, me, { name: 'Tomorrow', start: at(1, '10:00'), end: at(1, '12:00') })
    await plan(request, me, { name: 'Secret', start: at(-2, '10:00'), end: at(-2, '12:00'), published: false })
    await enterAs(page, me.email)
    await page.goto(siteUrl('harbour', '/profile/shifts'))
    const rows = page.getByRole('table', { name: 'Shifts' }).getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('Tomorrow')
    await expect(rows.nth(1).getByRole('button', { name: /times of/ })).toHaveCount(0)
    for (const more of await page.getByLabel(/^Actions: /).all()) await more.click()
    await expect(rows.getByRole('button', { name: /^Arrive late or leave early: / })).toHaveCount(1)
    await expect(rows.nth(1).getByRole('button', { name: /^Arrive late or leave early: Tomorrow, / })).toBeVisible()
    await expectSoundAtEachSize(page)
    const edit = page.getByRole('button', { name: /^(Add|Edit) times of Evening watch/ })
    const dialog = page.getByRole('dialog', { name: /^(Add|Edit) times$/ })
    const choose = async (label: string, time: string, day?: number) => {
      const [hour = '', minute = ''] = time.split(':')
      await dialog.getByLabel(`${label}, hour`).selectOption(hour)
      await dialog.getByLabel(`${label}, minute`).selectOption(minute)
      if (day !== undefined) await dialog.getByLabel(`${label}, day`).selectOption(today.add({ days: day }).toString())
    }
    await edit.click()
    await expectSoundAtEachSize(page)
    await choose('Start', '18:10')
    await choose('End', '17:00')
    await dialog.getByRole('button', { name: 'Save times' }).click()
    await expect(dialog.getByRole('group', { name: 'End' })).toHaveAccessibleDescription(
      'Must not be before the start.',
    )
    await expectSoundAtEachSize(page)
    await choose('End', '00:40', 0)
    await dialog.getByRole('button', { name: 'Save times' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows.nth(2)).toContainText('6 h 30 min')
    const api = client(request, 'harbour', me.admin)
    const stored = async () => (await (await api.call('GET', `/api/shifts/${evening}/`)).json()).results.shifts[evening]
    expect(await stored()).toMatchObject({ hours: 6.5 })
    expect(Date.parse((await stored()).actual_end)).toBe(Date.parse(at(0, '00:40')))

    await edit.click()
    await expect(dialog.getByLabel('End, day')).toHaveValue(today.toString())
    await choose('Start', '20:00')
    await choose('End', '21:30', -1)
    await dialog.getByRole('button', { name: 'Save times' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows.nth(2)).toContainText('1 h 30 min')
    await edit.click()
    await choose('Start', '22:00')
    await choose('End', '23:00', -1)
    await dialog.getByRole('button', { name: 'Save times' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows.nth(2)).toContainText('1 h')
  })

  test('hours are recorded on the day from the dashboard', async ({ page, request }) => {
    const me = await newMember(request)
    await plan(request, me, { name: 'Morning watch', start: at(0, '09:00'), end: at(0, '13:00') })
    await plan(request, me, { name: 'Forgotten watch', start: at(-3, '09:00'), end: at(-3, '13:00') })
    await plan(request, me, { name: 'Later watch', start: at(1, '09:00'), end: at(1, '13:00') })
    await signInAs(page, me.email)
    const card = page.getByRole('region', { name: 'Record Hours' })
    await expect(card.getByRole('link', { name: 'Later watch' })).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'End Morning watch' })).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'Start Forgotten watch' })).toHaveCount(0)
    await expect(card.getByRole('link', { name: 'Add times of Forgotten watch' })).toHaveAttribute(
      'href',
      /^\/profile\/shifts\?edit=\d+$/,
    )
    const dialog = page.getByRole('dialog', { name: 'Confirm Time' })
    await card.getByRole('button', { name: 'Start Morning watch' }).click()
    await expect(dialog.getByLabel('Start, hour')).toHaveValue('12')
    await expectSoundAtEachSize(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await card.getByRole('button', { name: 'Start Morning watch' }).press('Enter')
    await dialog.getByLabel('Start, hour').selectOption('15')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByRole('group', { name: 'Start' })).toHaveAccessibleDescription('Must not be in the future.')
    await expectSoundAtEachSize(page)
    await dialog.getByRole('button', { name: 'Use 09:00' }).click()
    await expect(dialog.getByLabel('Start, hour')).toHaveValue('09')
    await dialog.getByLabel('Start, hour').selectOption('08')
    await dialog.getByLabel('Start, minute').selectOption('55')
    await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
    await expect(card.getByText('Started 8:55 am, planned 9:00 am – 1:00 pm')).toBeVisible()

    // Only the start of a running shift is corrected, in the member's list of shifts.
    await page.goto(siteUrl('harbour', '/profile/shifts'))
    await expect(page.getByText('On now: Morning watch')).toBeVisible()
    await page.getByLabel(/^Actions: Morning watch/).click()
    await page.getByRole('button', { name: /^Edit start of Morning watch/ }).click()
    const start = page.getByRole('dialog', { name: 'Edit start' })
    await expect(start.getByLabel('End, hour')).toHaveCount(0)
    await expectSoundAtEachSize(page)
    await start.getByLabel('Start, minute').selectOption('50')
    await start.getByRole('button', { name: 'Save start' }).click()
    await expect(start).toHaveCount(0)
    await page.goto(siteUrl('harbour', '/dashboard'))
    await expect(card.getByText('Started 8:50 am, planned 9:00 am – 1:00 pm')).toBeVisible()
    await card.getByRole('button', { name: 'End Morning watch' }).click()
    await dialog.getByLabel('End, hour').selectOption('07')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByRole('group', { name: 'End' })).toHaveAccessibleDescription(
      'Must not be before the start.',
    )
    await dialog.getByLabel('End, hour').selectOption('11')
    await dialog.getByLabel('End, minute').selectOption('55')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(card.getByRole('link', { name: 'Modify Morning watch' })).toHaveAttribute(
      'href',
      /^\/profile\/shifts\?edit=\d+$/,
    )
    await expectSoundAtEachSize(page)
    await card.getByRole('link', { name: 'Modify Morning watch' }).click()
    const times = page.getByRole('dialog', { name: 'Edit times' })
    await expect(times.getByLabel('End, hour')).toHaveValue('11')
    await times.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel(/^Actions: Morning watch/)).toBeVisible()
    await expect(page.getByText('On now:')).toHaveCount(0)
  })
})

test('the tables show ten rows, latest first, or as many as chosen', async ({ page, request }) => {
  const me = await newMember(request)
  const api = client(request, 'harbour', me.admin)
  const competency = (await (await api.call('GET', '/api/competencies/?limit=1')).json()).order[0]
  const day = (n: number) => `2025-01-${String(n).padStart(2, '0')}`
  const numbers = Array.from({ length: 12 }, (_, n) => n + 1)
  for (const n of numbers) {
    const record = { person: me.id, competency, achieved: day(n), details: 'For managers only' }
    const answer = await api.call('POST', '/api/records/add', { body: record })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
  }
  await enterAs(page, me.email)
  await page.goto(siteUrl('harbour', '/profile/records'))
  const table = page.getByRole('table', { name: 'Records' })
  await expect(table.getByRole('row')).toHaveCount(11)
  await expect(table.getByRole('row').nth(1)).toContainText('12 Jan 2025')
  await expect(page.getByText('For managers only')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1)
  const sizes = page.getByLabel('Rows per page')
  await expect(sizes.getByRole('option')).toHaveText([
    '10 per page',
    '25 per page',
    '50 per page',
    '100 per page',
    'All',
  ])
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('11–12 of 12')).toBeVisible()
  await sizes.selectOption('All')
  await expect(table.getByRole('row')).toHaveCount(13)
  await expectSoundAtEachSize(page)
  expect(await page.content()).not.toContain('For managers only')
})
