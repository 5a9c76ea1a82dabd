import type { APIRequestContext, Page } from '@playwright/test'
import { client, login, removeRecord } from '#tests/e2e/api-client.ts'
import { expect, SIZES, settled, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { enterAs, expectOutline, expectSound, expectSoundAtEachSize, newMember } from '#tests/e2e/own-member.ts'

const LONG = 'Frostbite Pursuit Race and Commodore’s Mulled Wine for Bartholomew-Wolfeschlegelsteinhausen'
const DAY_MS = 86_400_000

/** 10:00 UTC in some days. */
const inDays = (days: number, hour = 10) =>
  new Date(Math.floor((Date.now() + days * DAY_MS) / DAY_MS) * DAY_MS + hour * 3_600_000).toISOString()

type Made = { admin: Awaited<ReturnType<typeof coordinator>>; events: number[]; assignment: number; competency: number }

const coordinator = async (request: APIRequestContext) =>
  client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)

/**
 * Three days with open shifts of one assignment: two alike, one at the time of another, one that needs a competency.
 */
async function makeOpen(request: APIRequestContext): Promise<Made> {
  const admin = await coordinator(request)
  const make = async (collection: string, body: object[]): Promise<number[]> => {
    const answer = await admin.call('POST', `/api/${collection}/`, { body })
    expect(answer.status(), await answer.text()).toBe(201)
    return ((await answer.json()) as { order: number[] }).order
  }
  const stamp = Date.now().toString(36)
  const [assignment = 0] = await make('assignments', [{ name: `Mulled wine ${stamp}` }])
  const [competency = 0] = await make('competencies', [{ name: `Mulling ${stamp}` }])
  const [role = 0] = await make('roles', [{ name: `Muller ${stamp}`, required_competencies: [competency] }])
  const events = await make(
    'events',
    [20, 21, 22].map((days) => ({ name: LONG, start: inDays(days), end: inDays(days, 14) })),
  )
  const draft = new Date().toISOString()
  await make('shifts', [
    { event: events[0], assignment, start: inDays(20), end: inDays(20, 12), draft },
    { event: events[0], assignment, start: inDays(20), end: inDays(20, 12), draft },
    { event: events[1], assignment, start: inDays(21), end: inDays(21, 12), draft },
    { event: events[2], assignment, role, start: inDays(22), end: inDays(22, 12), draft },
  ])
  return { admin, events, assignment, competency }
}

const setSelfAssign = async ({ admin }: Made, self_assign: boolean) =>
  expect((await admin.call('PUT', '/api/organisations/current', { body: { self_assign } })).status()).toBe(200)

const tidy = async ({ admin, events, assignment }: Made) => {
  for (const event of events) expect(await removeRecord(admin, 'events', event)).toBe(204)
  await removeRecord(admin, 'assignments', assignment)
}

async function release({ admin, events }: Made, person: number) {
  const { results } = await (await admin.call('GET', `/api/shifts/?event=${events[0]}`)).json()
  const theirs = Object.values(results.shifts as Record<string, { id: number; person: number | null }>).filter(
    (shift) => shift.person === person,
  )
  expect(theirs).toHaveLength(1)
  for (const { id } of theirs)
    expect((await admin.call('PUT', '/api/shifts/', { body: [{ id, person: null }] })).status()).toBe(200)
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a member takes an open shift, undoes it, comes too late for another and sees the obstacle', async ({
  page,
  request,
}) => {
  const made = await makeOpen(request)
  await setSelfAssign(made, true)
  const member = await newMember(request)
  await enterAs(page, member.email)
  await page.setViewportSize(SIZES.phone)
  await page.goto(siteUrl('harbour', `/events/calendar`))
  await settled(page)
  await page.getByRole('navigation', { name: 'Calendar' }).getByRole('link', { name: 'Open shifts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Open shifts' })).toBeVisible()
  await settled(page)
  await page.getByLabel('Assignment').selectOption(String(made.assignment))
  const able = card(page, 'You could do these')
  await expect(able.getByRole('button', { name: /^Take it/ })).toHaveCount(2)
  await expect(page.getByText(/^Shifts that need help, up to /)).toBeVisible()
  const barred = card(page, 'You can’t take these yet')
  await expect(barred.getByText(/Needs Mulling .*, which you don’t have/)).toBeVisible()
  await expect(barred.getByRole('link', { name: /See your competencies/ })).toHaveAttribute('href', '/profile/records')
  await expectSoundAtEachSize(page)
  await expectOutline(page)

  const take = able.getByRole('button', { name: /^Take it/ })
  await take.first().click()
  await expect(able.getByText('You’re on')).toBeVisible()
  const own = card(page, 'Yours in this period')
  await expect(own.getByText(LONG)).toBeVisible()
  const clash = barred.getByText('You are already on this event at that time.')
  await expect(clash).toBeVisible()
  await able.getByRole('button', { name: /^Undo/ }).click()
  await expect(own.getByText(LONG)).toHaveCount(0)
  await expect(take).toHaveCount(2)
  // Undo disappears after some seconds, so the screen is checked again later.
  await take.first().click()
  await expect(clash).toBeVisible()
  await expectSoundAtEachSize(page)
  await release(made, member.id)
  await page.reload()
  await expect(take).toHaveCount(2)
  const shifts = await (await made.admin.call('GET', `/api/shifts/?event=${made.events[1]}`)).json()
  const { id } = Object.values(shifts.results.shifts as Record<string, { id: number }>)[0]!
  const me = await (await made.admin.call('GET', '/api/auth/user')).json()
  await made.admin.call('PUT', '/api/shifts/', { body: [{ id, person: me.id }] })
  await able
    .getByRole('button', { name: /^Take it/ })
    .last()
    .click()
  await expect(able.getByText('Someone else has just taken this shift. Thank you for offering.')).toBeVisible()
  await expect(able.getByText(/^You could do Mulled wine/)).toBeVisible()
  await expectSound(page)
  await setSelfAssign(made, false)
  await tidy(made)
})

test('where coordinators assign, a member requests a shift and withdraws', async ({ page, request }) => {
  const made = await makeOpen(request)
  await setSelfAssign(made, false)
  const member = await newMember(request)
  await enterAs(page, member.email)
  await page.goto(siteUrl('harbour', `/shifts/open?assignment=${made.assignment}`))
  await settled(page)
  const able = card(page, 'You could do these')
  await able
    .getByRole('button', { name: /^Ask for it/ })
    .first()
    .click()
  await expect(able.getByText('Requested')).toBeVisible()
  await expectSoundAtEachSize(page)
  await able.getByRole('button', { name: /^Withdraw/ }).click()
  await expect(able.getByText('Requested')).toHaveCount(0)
  await page.goto(siteUrl('harbour', '/shifts/open?assignment=999999999'))
  await expect(page.getByText('Nothing fits these filters', { exact: true })).toBeVisible()
  await expectSound(page)
  await tidy(made)
})
