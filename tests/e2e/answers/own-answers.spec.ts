import type { APIRequestContext } from '@playwright/test'
import { client, login } from '#tests/e2e/api-client.ts'
import { expectUncut } from '#tests/e2e/cut-texts.ts'
import { expect, holdRequests, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, newMember, signInAs } from '#tests/e2e/own-member.ts'

const DAY = 86_400_000
const day = (days: number, hours = 0) => new Date(Date.now() + days * DAY + hours * 3_600_000).toISOString()

async function publishShifts(
  request: APIRequestContext,
  person: number,
  days: readonly number[],
  slug = 'harbour',
): Promise<number[]> {
  const admin = client(request, slug, (await login(request, `admin@${slug}.test`, slug)).access)
  const events = days.map((ahead) => ({ name: `Winter league, day ${ahead}`, start: day(ahead), end: day(ahead, 4) }))
  const { order } = await (await admin.call('POST', '/api/events/', { body: events })).json()
  const shifts = (order as number[]).map((event, i) => ({ ...events[i], name: undefined, event, person }))
  const made = await (await admin.call('POST', '/api/shifts/', { body: shifts })).json()
  for (const event of order) await admin.call('PUT', `/api/events/${event}/publish`)
  return made.order
}

test('a member answers on the dashboard: one shift at a time, with undo, then the rest together', async ({
  page,
  request,
}) => {
  const member = await newMember(request)
  const shifts = await publishShifts(request, member.id, [30, 40, 50])
  const admin = client(request, 'harbour', member.admin)
  const answers = async () => {
    const { results } = await (await admin.call('GET', `/api/shifts?id=${shifts.join(',')}`)).json()
    return shifts.map((id) => results.shifts[id].answer as string)
  }
  await signInAs(page, member.email)
  const card = page.getByRole('region', { name: 'Needs your answer' })
  await expect(card.getByRole('button', { name: /I’ll be there/ })).toHaveCount(3)
  await expectSoundAtEachSize(page)

  await card.getByRole('button', { name: /I can’t come: Winter league, day 30/ }).press('Enter')
  const sheet = page.getByRole('dialog', { name: /^You can’t come on/ })
  await expect(sheet.getByText('Still yours until someone takes it.')).toBeVisible()
  await expectSoundAtEachSize(page)
  await sheet.getByLabel('Reason (optional)').fill('A wedding')
  await sheet.getByRole('button', { name: /^Find cover/ }).press('Enter')
  await expect(card.getByText('Looking for cover, still yours')).toBeVisible()
  await expect.poll(answers).toEqual(['seeking_cover', 'asked', 'asked'])
  await card.getByRole('button', { name: /Undo/ }).press('Enter')
  await expect(card.getByRole('button', { name: /I’ll be there/ })).toHaveCount(3)
  await expect.poll(answers).toEqual(['asked', 'asked', 'asked'])

  await card.getByRole('button', { name: /I’ll be there: Winter league, day 30/ }).press('Enter')
  await expect(card.getByText('You’re on')).toHaveCount(1)
  await card.getByRole('button', { name: 'I can make both' }).press('Enter')
  await expect(card.getByText('You’re on')).toHaveCount(3)
  await expect.poll(answers).toEqual(['confirmed', 'confirmed', 'confirmed'])

  await page.reload()
  await expect(page.getByRole('region', { name: 'Upcoming Shifts' }).getByText('You’re on')).toHaveCount(3)
  // A search of another test may ask this member.
  await expect(card.getByText('Winter league')).toHaveCount(0)
})

test('a member whose page is older than the club’s change sees the change before they answer it', async ({
  page,
  request,
}) => {
  const member = await newMember(request)
  const [shift] = await publishShifts(request, member.id, [33])
  const admin = client(request, 'harbour', member.admin)
  await page.setViewportSize(SIZES.phone)
  await signInAs(page, member.email)
  const card = page.getByRole('region', { name: 'Needs your answer' })
  const yes = card.getByRole('button', { name: /^I’ll be there: Winter league, day 33/ })
  const shown = await yes.getAttribute('aria-label')
  expect((await admin.call('PUT', `/api/shifts/${shift}`, { body: { start: day(35), end: day(35, 4) } })).ok()).toBe(
    true,
  )
  await yes.click()
  await expect(card.getByRole('alert')).toHaveText(
    'This shift has changed since you opened the page. Please look at it again.',
  )
  await expect(yes).not.toHaveAttribute('aria-label', shown!)
  await expectSoundAtEachSize(page)
  await yes.click()
  await expect(card.getByText('You’re on')).toBeVisible()
})

test('a person asked to cover says yes on the dashboard; the person they replace sees the progress of the search', async ({
  page,
  request,
}) => {
  const [holder, helper] = [await newMember(request), await newMember(request)]
  const [shift] = await publishShifts(request, holder.id, [60])
  const admin = client(request, 'harbour', holder.admin)
  const answered = await admin.call('PUT', `/api/shifts/${shift}/answer`, { body: { answer: 'declined' } })
  expect(answered.status()).toBe(200)
  const { results } = await (await admin.call('GET', `/api/covers?shift=${shift}`)).json()
  const [search] = Object.values(results.covers) as { id: number }[]
  await admin.call('POST', `/api/covers/${search?.id}/ask`, { body: { person: helper.id } })

  await signInAs(page, holder.email)
  const own = page.getByRole('region', { name: 'You’re looking for cover' })
  await expect(own.getByText('It stays yours until someone takes it.')).toBeVisible()
  await expectSoundAtEachSize(page)

  await signInAs(page, helper.email)
  // Searches of other tests may ask this helper too; the row keeps its place, but not its event.
  const rows = page.getByRole('region', { name: 'Needs your answer' }).locator('ul.list > li')
  await expect(rows.filter({ hasText: 'Winter league, day 60' })).toHaveCount(1)
  const texts = await rows.allTextContents()
  const asked = rows.nth(texts.findIndex((text) => text.includes('Winter league, day 60')))
  await asked.getByText('Why you?').click()
  await expect(asked.getByText('You don’t have to say why, and it won’t count against you.')).toBeVisible()
  await expect(asked.getByText('You have no other shift at that time.')).toBeVisible()
  await expect(asked.getByText('You haven’t been asked to cover before.')).toBeVisible()
  await expectSoundAtEachSize(page)
  await asked.getByRole('button', { name: /^Not this time: / }).press('Enter')
  await expect(asked.getByText('You said “not this time”. Thank you for answering.')).toBeVisible()
  await expectSoundAtEachSize(page)
  await page.setViewportSize(SIZES.phone)
  await expectUncut(page)
  await asked.getByRole('button', { name: /^I’ll do it after all: / }).press('Enter')
  await expect(asked.getByText('You’re on')).toBeVisible()
  await expect(asked.getByRole('button')).toHaveCount(0)
  await expect
    .poll(async () => (await (await admin.call('GET', `/api/shifts?id=${shift}`)).json()).results.shifts[shift!].person)
    .toBe(helper.id)
})

test('the event page asks for the answer, shows it immediately, and lets it be undone and changed', async ({
  page,
  request,
}) => {
  const member = await newMember(request)
  const [shift] = await publishShifts(request, member.id, [45])
  const admin = client(request, 'harbour', member.admin)
  const read = async () => (await (await admin.call('GET', `/api/shifts?id=${shift}`)).json()).results.shifts[shift!]
  const answer = async () => (await read()).answer as string
  const searches = async () => (await (await admin.call('GET', `/api/covers?shift=${shift}`)).json()).order.length
  await signInAs(page, member.email)
  const address = siteUrl('harbour', `/events/${(await read()).event}`)
  await page.goto(address)
  const part = page.getByRole('region', { name: 'Your part' })
  await expect(part.getByText('You haven’t replied yet')).toBeVisible()
  await expect(part.getByText('You’re on')).toHaveCount(0)

  const sent = await holdRequests(page, /\/api\/shifts\/answers$/)
  await part.getByRole('button', { name: 'I’ll be there' }).press('Enter')
  await expect(part.getByText('You’re on'), 'before the server has the answer').toBeVisible()
  expect(await answer()).toBe('asked')
  await part.getByRole('button', { name: 'Undo' }).press('Enter')
  sent.release()
  await expect(part.getByRole('button', { name: 'I’ll be there' })).toBeVisible()
  await expect.poll(answer).toBe('asked')
  await part.getByRole('button', { name: 'I’ll be there' }).press('Enter')
  await expect.poll(answer).toBe('confirmed')

  await part.getByRole('button', { name: 'I can’t come' }).press('Enter')
  await page.getByRole('radio', { name: /^Just tell / }).check()
  await page.getByRole('button', { name: /^Tell / }).press('Enter')
  await expect(part.getByText('Looking for cover, still yours')).toBeVisible()
  await part.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(part.getByText('You’re on'), 'as it was').toBeVisible()
  await expect.poll(answer).toBe('confirmed')

  await part.getByRole('button', { name: 'I can’t come' }).press('Enter')
  await page.getByRole('radio', { name: /^Just tell / }).check()
  await page.getByRole('button', { name: /^Tell / }).press('Enter')
  await expect(part.getByRole('button', { name: 'Find cover' })).toBeVisible()
  expect(await searches()).toBe(0)
  await expectSoundAtEachSize(page)

  await page.goto(siteUrl('harbour', '/dashboard'))
  const own = page.getByRole('region', { name: 'You’re looking for cover' })
  await expect(own.getByText('The coordinators know that you can’t come.')).toBeVisible()
  await own.getByRole('button', { name: /^Find cover: / }).press('Enter')
  await expect.poll(searches).toBe(1)
  await expect(own.getByText('The coordinators know that you can’t come.')).toHaveCount(0)
  await expect(own.getByRole('button', { name: /^Find cover: / })).toHaveCount(0)
  await expectSoundAtEachSize(page)

  await page.goto(address)
  await expect(part.getByRole('button', { name: 'I can come' })).toBeVisible()
  await expect(part.getByRole('button', { name: 'Find cover' })).toHaveCount(0)
  await part.getByRole('button', { name: 'I can come' }).press('Enter')
  await expect(part.getByText('You’re on')).toBeVisible()
  await expect.poll(answer).toBe('confirmed')
  await expectSoundAtEachSize(page)
})

test('a member answers on the calendar day and in the list of own shifts', async ({ page, request }) => {
  const member = await newMember(request)
  const [shift] = await publishShifts(request, member.id, [41])
  const admin = client(request, 'harbour', member.admin)
  const answer = async () => {
    const { results } = await (await admin.call('GET', `/api/shifts/${shift}`)).json()
    return results.shifts[shift!].answer as string
  }
  await signInAs(page, member.email)
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date(day(41)))
  await page.goto(siteUrl('harbour', `/events/calendar?month=${date.slice(0, 7)}`))
  await expect(
    page.getByRole('link', { name: /Your shift, no reply yet: .*Winter league, day 41/ }).first(),
  ).toBeVisible()

  await page.goto(siteUrl('harbour', `/events/calendar/${date}`))
  const card = page.getByRole('article').filter({ hasText: 'Winter league, day 41' })
  await expect(card.getByText('You haven’t replied yet')).toBeVisible()
  await expectSoundAtEachSize(page)
  await card.getByRole('button', { name: /^I’ll be there: / }).press('Enter')
  await expect(card.getByText('You’re on')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Undo: / })).toBeVisible()
  await expect.poll(answer).toBe('confirmed')

  await page.goto(siteUrl('harbour', '/profile/shifts'))
  const row = page.getByRole('row', { name: /Winter league, day 41/ })
  await expect(row.getByText('You’re on')).toBeVisible()
  await row.getByLabel(/^Actions: /).click()
  await row.getByRole('button', { name: /^I can’t come: Winter league, day 41/ }).press('Enter')
  const sheet = page.getByRole('dialog', { name: /^You can’t come on/ })
  await sheet.getByRole('button', { name: /^Find cover/ }).press('Enter')
  await expect(row.getByText('Looking for cover, still yours')).toBeVisible()
  expect(await answer()).toBe('seeking_cover')
  await expectSoundAtEachSize(page)
  await row.getByRole('button', { name: /^I can come: / }).press('Enter')
  await expect(row.getByText('You’re on')).toBeVisible()

  const { results } = await (await admin.call('GET', `/api/shifts/${shift}`)).json()
  const off = await admin.call('PUT', `/api/events/${results.shifts[shift!].event}/decide`, {
    body: { decision: 'off' },
  })
  expect(off.status(), await off.text()).toBe(200)
  await page.reload()
  await expect(row.getByText('Called off')).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(row.getByRole('link', { name: /^Swap or hand over/ })).toHaveCount(0)
})

test('a member who is released immediately reads that they are off the shift', async ({ page, request }) => {
  const member = await newMember(request, 'ridge')
  const [shift] = await publishShifts(request, member.id, [42], 'ridge')
  const admin = client(request, 'ridge', member.admin)
  const allow = (allow_release: boolean) =>
    admin.call('PUT', '/api/organisations/current', { body: { allow_release, release_days: 14 } })
  expect((await allow(true)).status()).toBe(200)
  await signInAs(page, member.email, { slug: 'ridge' })
  const card = page.getByRole('region', { name: 'Needs your answer' })
  await card.getByRole('button', { name: /I can’t come: Winter league, day 42/ }).press('Enter')
  await page.getByRole('radio', { name: /^Take me off now/ }).check()
  await page.getByRole('button', { name: 'Take me off', exact: true }).press('Enter')
  await expect(page.getByRole('status').getByText(/^You are off this shift: Winter league, day 42, /)).toBeVisible()
  await expect(card).toHaveCount(0)
  const { results } = await (await admin.call('GET', `/api/shifts/${shift}`)).json()
  expect(results.shifts[shift!].person).toBeNull()
  expect((await allow(false)).status()).toBe(200)
})
