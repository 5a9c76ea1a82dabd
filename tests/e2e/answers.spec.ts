import type { Page } from '@playwright/test'
import { client, freshMember, login } from './api-client.ts'
import { expect, siteUrl, test } from './fixtures.ts'
import { expectSoundAtEachSize } from './own-member.ts'
import { expectTouchable } from './touch-targets.ts'

const DAY = 86_400_000
type Captured = { kind: string; to: string; text: string }

test('a mail asks, and its link answers without signing in, until the answer is changed', async ({
  browser,
  request,
}) => {
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
    const answer = await admin.call('GET', '/dev/messages.json?limit=10000')
    return ((await answer.json()) as Captured[]).find(({ to, text }) => to === member.email && text.includes(name))
  }
  await expect.poll(async () => (await mail())?.kind).toBe('shift.assigned')
  const link = /\/answer\/[\w.-]+\?answer=confirmed/.exec((await mail())?.text ?? '')?.[0] ?? ''
  const state = async () => {
    const { results } = await (await admin.call('GET', `/api/shifts?event=${event}`)).json()
    return Object.values(results.shifts as Record<string, { answer: string; answer_reason: string }>)[0]
  }

  // A browser of its own: nobody is signed in there.
  const context = await browser.newContext()
  const page: Page = await context.newPage()
  await page.goto(siteUrl('harbour', link))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('can you make it?')
  await expect(page.getByText(name)).toBeVisible()
  expect((await state())?.answer).toBe('asked')
  await expectSoundAtEachSize(page)
  await expectTouchable(page)

  await page.getByRole('button', { name: 'I’ll be there' }).press('Enter')
  await expect(page.getByText("You're on")).toBeVisible()
  expect((await state())?.answer).toBe('confirmed')

  await page.getByRole('button', { name: 'I can’t come after all' }).press('Enter')
  await expect(page.getByText('The shift is still yours until somebody takes it.')).toBeVisible()
  await expectSoundAtEachSize(page)
  await expectTouchable(page)
  await page.getByLabel('Reason (optional)').fill('Ill')
  await page.getByRole('button', { name: 'Add the reason' }).press('Enter')
  await expect.poll(async () => (await state())?.answer_reason).toBe('Ill')

  // The decline has started a search; a coordinator asks somebody out of turn.
  const helper = await freshMember(request)
  const { results } = await (await admin.call('GET', '/api/covers?sort=-started_at')).json()
  const [search] = (Object.values(results.covers) as { id: number; person: number }[]).filter(
    ({ person }) => person === member.id,
  )
  await admin.call('POST', `/api/covers/${search?.id}/ask`, { body: { person: helper.id } })
  const asked = async () => {
    const answer = await admin.call('GET', '/dev/messages.json?limit=10000')
    return ((await answer.json()) as Captured[]).find(({ kind, to }) => kind === 'cover.asked' && to === helper.email)
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
  await context.close()
})
