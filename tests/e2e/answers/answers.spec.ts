import { client, freshMember, login } from '#tests/e2e/api-client.ts'
import { expect, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'
import { expectTouchable } from '#tests/e2e/touch-targets.ts'

const DAY = 86_400_000
type Captured = { kind: string; to: string; text: string }

test('a mail asks, and its link answers without signing in, until the answer is changed', async ({ page, request }) => {
  const member = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const name = `Night race ${Date.now().toString(36)}`
  const at = (hours: number) => new Date(Date.now() + 30 * DAY + hours * 3_600_000).toISOString()
  const times = { start: at(0), end: at(4) }
  const events = await (await admin.call('POST', '/api/events/', { body: [{ name, ...times }] })).json()
  const event = events.order[0] as number
  await admin.call('POST', '/api/shifts/', { body: [{ event, person: member.id, ...times }] })
  expect((await admin.call('PUT', `/api/events/${event}/publish`)).status()).toBe(200)

  const mail = async () => {
    const answer = await admin.call('GET', `/dev/messages.json?to=${member.email}`)
    return ((await answer.json()) as Captured[]).find(({ text }) => text.includes(name))
  }
  await expect.poll(async () => (await mail())?.kind).toBe('shift.assigned')
  const link = /\/answer\/[\w.-]+\?answer=confirmed/.exec((await mail())?.text ?? '')?.[0] ?? ''
  const state = async () => {
    const { results } = await (await admin.call('GET', `/api/shifts?event=${event}`)).json()
    return Object.values(results.shifts as Record<string, { id: number; answer: string; answer_reason: string }>)[0]
  }

  await page.goto(siteUrl('harbour', link))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('can you make it?')
  await expect(page.getByText(name)).toBeVisible()
  expect((await state())?.answer).toBe('asked')
  await expectSoundAtEachSize(page)
  await expectTouchable(page)

  await page.getByRole('button', { name: 'I’ll be there' }).press('Enter')
  await expect(page.getByText('You’re on')).toBeVisible()
  expect((await state())?.answer).toBe('confirmed')
  await expect(page.getByRole('link', { name: /Google Calendar/ })).toHaveAttribute('href', /dates=\d{8}T\d{6}Z/)
  await expectSoundAtEachSize(page)

  await page.getByRole('button', { name: 'I can’t come after all' }).press('Enter')
  await expect(page.getByText('The shift is still yours until someone takes it.')).toBeVisible()
  const steps = page.getByRole('list', { name: 'What happens next' })
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await expect(steps).toContainText('We ask up to 3 suitable people, and 3 more every day')
  const { id } = (await state()) ?? { id: 0 }
  for (const [name, kind] of [
    ['I’ve found someone who can do it', 'hand_over'],
    ['Swap it for another shift', 'swap'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', `/swaps/new?shift=${id}&kind=${kind}`)
  await expectSoundAtEachSize(page)
  await expectTouchable(page)
  await page.getByLabel('Reason (optional)').fill('Ill')
  await page.getByRole('button', { name: 'Add the reason' }).press('Enter')
  await expect.poll(async () => (await state())?.answer_reason).toBe('Ill')

  const helper = await freshMember(request)
  const { results } = await (await admin.call('GET', '/api/covers?sort=-started_at')).json()
  const [search] = (Object.values(results.covers) as { id: number; person: number }[]).filter(
    ({ person }) => person === member.id,
  )
  await admin.call('POST', `/api/covers/${search?.id}/ask`, { body: { person: helper.id } })
  const asked = async () => {
    const answer = await admin.call('GET', `/dev/messages.json?to=${helper.email}`)
    return ((await answer.json()) as Captured[]).find(({ kind }) => kind === 'cover.asked')
  }
  await expect.poll(asked).toBeTruthy()
  await page.goto(siteUrl('harbour', /\/cover\/[\w.-]+/.exec((await asked())?.text ?? '')?.[0] ?? ''))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('can you cover?')
  await expectSoundAtEachSize(page)
  await expectTouchable(page)
  await page.getByRole('button', { name: 'Not this time' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you for answering')
  await page.getByRole('button', { name: 'I’ll do it' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('you’re on')
  await expectSoundAtEachSize(page)
  await expectTouchable(page)
  expect((await state())?.answer).toBe('confirmed')

  await page.goto(siteUrl('harbour', '/a/AAAAAAAA'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid')
})

test('a link whose shift has changed shows the changes before it accepts an answer', async ({ page, request }) => {
  const member = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const name = `Moved race ${Date.now().toString(36)}`
  const at = (hours: number) => new Date(Date.now() + 30 * DAY + hours * 3_600_000).toISOString()
  const times = { start: at(0), end: at(2) }
  const event = (await (await admin.call('POST', '/api/events/', { body: [{ name, ...times }] })).json()).order[0]
  const made = await admin.call('POST', '/api/shifts/', { body: [{ event, person: member.id, ...times }] })
  const shift = (await made.json()).order[0] as number
  expect((await admin.call('PUT', `/api/events/${event}/publish`)).status()).toBe(200)
  const mail = async () => {
    const answer = await admin.call('GET', `/dev/messages.json?to=${member.email}`)
    return ((await answer.json()) as Captured[]).find(({ text }) => text.includes(name))
  }
  await expect.poll(async () => (await mail())?.kind).toBe('shift.assigned')
  const link = /\/answer\/[\w.-]+\?answer=confirmed/.exec((await mail())?.text ?? '')?.[0] ?? ''
  const answer = async () =>
    (await (await admin.call('GET', `/api/shifts/${shift}`)).json()).results.shifts[shift].answer as string

  await page.goto(siteUrl('harbour', link))
  const yes = page.getByRole('button', { name: 'I’ll be there' })
  await expect(yes).toBeEnabled()
  const later = [{ id: shift, start: at(50), end: at(52) }]
  expect((await admin.call('PUT', '/api/shifts/', { body: later })).ok()).toBe(true)
  await yes.press('Enter')
  await expect(page.getByText('This shift has changed since this message was sent: it was')).toBeVisible()
  expect(await answer()).toBe('asked')
  await expectSoundAtEachSize(page)
  await yes.press('Enter')
  await expect(page.getByText('You’re on')).toBeVisible()
  expect(await answer()).toBe('confirmed')
})

test('shortly before the shift, the page of a link says who gets a message, and can notify only the coordinators', async ({
  page,
  request,
}) => {
  const member = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const name = `Dawn race ${Date.now().toString(36)}`
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const times = { start: at(40), end: at(42) }
  const events = await (await admin.call('POST', '/api/events/', { body: [{ name, ...times }] })).json()
  const event = events.order[0] as number
  await admin.call('POST', '/api/shifts/', { body: [{ event, person: member.id, ...times }] })
  expect((await admin.call('PUT', `/api/events/${event}/publish`)).status()).toBe(200)
  const link = async () => {
    const { text } =
      ((await (await admin.call('GET', `/dev/messages.json?to=${member.email}`)).json()) as Captured[]).find(
        ({ text }) => text.includes(name),
      ) ?? {}
    return /\/answer\/[\w.-]+/.exec(text ?? '')?.[0] ?? ''
  }
  await expect.poll(link).not.toBe('')
  const searches = async () => {
    const { results } = await (await admin.call('GET', '/api/covers?sort=-started_at')).json()
    return (Object.values(results.covers) as { person: number }[]).filter(({ person }) => person === member.id).length
  }

  await page.goto(siteUrl('harbour', await link()))
  await expect(page.getByRole('button', { name: /^I can’t come/ })).toContainText('the coordinators get a message now')
  await expectSoundAtEachSize(page)
  await expectTouchable(page)
  await page.getByRole('button', { name: 'Can’t come, just tell the coordinators' }).press('Enter')
  await expect(page.getByText('The coordinators can see that you can’t come.')).toBeVisible()
  expect(await searches()).toBe(0)
  await expectSoundAtEachSize(page)
  await page.getByRole('button', { name: 'Find cover for me' }).press('Enter')
  await expect(page.getByRole('list', { name: 'What happens next' })).toBeVisible()
  expect(await searches()).toBe(1)
})

test('several shifts of one mail are answered one by one, then the rest together, by name', async ({
  page,
  request,
}) => {
  const member = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const name = `Regatta ${Date.now().toString(36)}`
  const noon = Math.floor(Date.now() / DAY + 30.5) * DAY + DAY / 2
  const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString()
  const event = { name, start: at(-3), end: at(3) }
  const events = await (await admin.call('POST', '/api/events/', { body: [event] })).json()
  const [id] = events.order as number[]
  const shifts = [-3, -1, 1].map((hour) => ({ event: id, person: member.id, start: at(hour), end: at(hour + 2) }))
  const made = await (await admin.call('POST', '/api/shifts/', { body: shifts })).json()
  expect((await admin.call('PUT', `/api/events/${id}/publish`)).status()).toBe(200)
  const link = async () => {
    const answer = await admin.call('GET', `/dev/messages.json?to=${member.email}`)
    const mail = ((await answer.json()) as Captured[]).find(({ text }) => text.includes(name))
    return /\/answer\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(link).not.toBe('')
  const answers = async () => {
    const { results } = await (await admin.call('GET', `/api/shifts?event=${id}`)).json()
    return (made.order as number[]).map((shift) => results.shifts[shift].answer as string)
  }

  await page.goto(siteUrl('harbour', await link()))
  await expect(page.getByRole('button', { name: /^I’ll be at all 3/ })).toBeVisible()
  await page
    .getByRole('button', { name: /^I can’t: / })
    .first()
    .press('Enter')
  await expect.poll(answers).toEqual(['seeking_cover', 'asked', 'asked'])
  const rest = page.getByRole('button', { name: /^I’ll be at the other 2/ })
  const timeOf = (hours: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/London',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    }).format(new Date(at(hours)))
  for (const hours of [-1, 1]) await expect(rest).toContainText(timeOf(hours))
  await expect(rest).not.toContainText(timeOf(-3))
  await expectSoundAtEachSize(page)
  await rest.press('Enter')
  await expect.poll(answers).toEqual(['seeking_cover', 'confirmed', 'confirmed'])
  await expect(rest).toHaveCount(0)
})
