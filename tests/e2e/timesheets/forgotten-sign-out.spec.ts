import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { Temporal } from 'temporal-polyfill'
import { client } from '#tests/e2e/api-client.ts'
import { setClock } from '#tests/e2e/dev-clock.ts'
import { expect, expectAccessible, SIZES, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { newMember, type OwnMember, signInAs } from '#tests/e2e/own-member.ts'

/** A forgotten sign-out of yesterday must not block signing in today, and is ended with one tap. */
const run = randomUUID().slice(0, 8)
const ZONE = 'Europe/London'
const today = Temporal.Now.plainDateISO(ZONE)
const at = (days: number, time: string) =>
  today.add({ days }).toZonedDateTime({ timeZone: ZONE, plainTime: time }).toInstant().toString()

test.beforeEach(async ({ request }) => setClock(request, at(0, '12:00')))
test.afterEach(async ({ request }) => setClock(request, null))

async function plan(request: APIRequestContext, me: OwnMember, shift: Record<string, unknown> & { name: string }) {
  const api = client(request, 'harbour', me.admin)
  const { name, start, end, ...over } = shift
  const event = (await (await api.call('POST', '/api/events/', { body: { name, start, end } })).json()).order[0]
  const body = { event, person: me.id, start, end, draft: at(-3, '12:00'), ...over }
  const answer = await api.call('POST', '/api/shifts/', { body })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).order[0] as number
}

const forgotten = (name: string) => ({
  name: `${name} ${run}`,
  start: at(-1, '13:30'),
  end: at(-1, '16:30'),
  actual_start: at(-1, '13:27'),
})

test('the kiosk asks about it and ends it as planned; then today’s shift can start', async ({
  page: kiosk,
  request,
}) => {
  const me = await newMember(request)
  const api = client(request, 'harbour', me.admin)
  const old = await plan(request, me, forgotten('Safety boat'))
  const next = await plan(request, me, { name: `Lunch ${run}`, start: at(0, '12:30'), end: at(0, '16:00') })
  const made = await (await api.call('POST', '/api/kiosks/', { body: { name: `Door ${run}` } })).json()
  await kiosk.setViewportSize({ width: 1024, height: 768 })
  const button = (name: string | RegExp) => kiosk.getByRole('button', { name })
  await kiosk.goto(siteUrl('harbour', `/kiosk#${made.results.kiosks[made.order[0]].code}`))
  await button('Set up this device').click()
  await button('Sign out').click()
  await expect(kiosk.getByText('Since yesterday 1:27 pm').first()).toBeVisible()
  await button('Back').click()
  await button('Sign in').click()
  // Members of other tests have the same name.
  await kiosk
    .getByRole('listitem')
    .filter({ hasText: `Lunch ${run}` })
    .getByRole('button')
    .click()
  await expect(kiosk.getByRole('heading', { level: 1, name: 'You are still signed in' })).toBeVisible()
  await expect(kiosk.getByText('Still signed in since yesterday 1:27 pm')).toContainText(
    'End it at 4:30 pm, as planned?',
  )
  await expectAccessible(kiosk)
  await button('End it at 4:30 pm').click()
  await expect(kiosk.getByRole('heading', { level: 1, name: 'When did you start?' })).toBeVisible()
  await button('Confirm').click()
  await expect(kiosk.getByText(`${me.name} is signed in.`)).toBeVisible()
  const { results } = await (await api.call('GET', `/api/shifts/?id=${old},${next}`)).json()
  expect(results.shifts[old]).toMatchObject({ hours: 3.05 })
  expect(Date.parse(results.shifts[old].actual_end)).toBe(Date.parse(at(-1, '16:30')))
  expect(results.shifts[next]).toMatchObject({ actual_end: null, actual_start: expect.any(String) })
})

test('on the timesheets, hours far longer than planned are kept, queried again, and ended as planned', async ({
  page,
  request,
}) => {
  const me = await newMember(request)
  const event = `Cold launch ${run}`
  const shift = await plan(request, me, { ...forgotten('Cold launch'), actual_end: at(-1, '23:57') })
  await signIn(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/timesheets'))
  const row = page.getByRole('region', { name: 'To check' }).getByRole('listitem').filter({ hasText: event })
  await expect(row).toContainText('10 h 30 min')
  await expectAccessible(page)
  await row.getByRole('button', { name: `Keep 10 h 30 min of ${me.name}` }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('button', { name: `End as planned, 4:30 pm, for ${me.name}` }).click()
  await expect(row).toHaveCount(0)
  const { results } = await (await client(request, 'harbour', me.admin).call('GET', `/api/shifts/?id=${shift}`)).json()
  expect(results.shifts[shift]).toMatchObject({ hours: 3.05 })
  await page.goto(siteUrl('harbour', `/timesheets/people?start=${today.subtract({ days: 1 })}&end=${today}`))
  await expect(page.getByRole('row').filter({ hasText: me.name }).first()).toContainText(/\d%/)
})

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone })

  test('on the dashboard one tap ends it as planned; the dialog proposes that time and names the day', async ({
    page,
    request,
  }) => {
    const me = await newMember(request)
    for (const name of ['Safety boat', 'Galley']) await plan(request, me, forgotten(name))
    await signInAs(page, me.email)
    const card = page.getByRole('region', { name: 'Record Hours' })
    await expect(card.getByText('Still signed in since yesterday 1:27 pm')).toHaveCount(2)
    await expectAccessible(page)
    await card.getByRole('button', { name: `End at 4:30 pm, as planned: Safety boat ${run}` }).click()
    await expect(card.getByText('Still signed in since yesterday 1:27 pm')).toHaveCount(1)
    await card.getByRole('button', { name: `End Galley ${run}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Time' })
    await expect(dialog.getByLabel('End, hour')).toHaveValue('16')
    await expect(dialog).toContainText(today.subtract({ days: 1 }).day.toString())
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(card).toHaveCount(0)
  })

  test('a shift started after its planned end is ended with one tap too, at the time that the dialog proposes', async ({
    page,
    request,
  }) => {
    const me = await newMember(request)
    const late = { ...forgotten('Late watch'), actual_start: at(-1, '17:05') }
    const shift = await plan(request, me, late)
    await setClock(request, at(0, '12:00'))
    await signInAs(page, me.email)
    const card = page.getByRole('region', { name: 'Record Hours' })
    await expect(card).toContainText('Still signed in since yesterday 5:05 pm. When did you finish?')
    const end = card.getByRole('button', { name: `End at 12:00 pm today: Late watch ${run}`, exact: true })
    await expectAccessible(page)
    await end.click()
    await expect(card).toHaveCount(0)
    const answer = await client(request, 'harbour', me.admin).call('GET', `/api/shifts/?id=${shift}`)
    const { actual_end } = (await answer.json()).results.shifts[shift]
    expect(Math.abs(Date.parse(actual_end) - Date.parse(at(0, '12:00')))).toBeLessThan(60_000)
  })
})
