import type { APIRequestContext, Page } from '@playwright/test'
import { client, freshMember, login } from './api-client.ts'
import { enter, expect, expectAccessible, holdRequests, SIZES, siteUrl, test } from './fixtures.ts'
import { expectFits } from './own-member.ts'

const run = Math.random().toString(36).slice(2, 8)

async function coordinator(request: APIRequestContext) {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const make = async (collection: string, body: object[]): Promise<number[]> => {
    const answer = await admin.call('POST', `/api/${collection}/`, { body })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).order
  }
  const shiftsOf = async (event: number) => {
    const { results } = await (await admin.call('GET', `/api/shifts/?event=${event}`)).json()
    return Object.values(results.shifts as Record<string, { draft: string | null; person: number | null }>)
  }
  return {
    make,
    publishedOf: async (event: number) => (await shiftsOf(event)).filter(({ draft }) => draft).length,
    shiftsOf,
  }
}

/** An unpublished event with two members on it, one of them with a long name, and an open shift. */
async function unpublishedEvent(request: APIRequestContext, name: string) {
  const admin = await coordinator(request)
  const people = [
    await freshMember(request, 'harbour', `Ann ${run}`),
    await freshMember(request, 'harbour', `Maximilian Featherstonehaugh-Cholmondeley ${run}`),
  ]
  const start = new Date(Date.now() + 86_400_000 * 2).toISOString()
  const end = new Date(Date.now() + 86_400_000 * 2 + 7_200_000).toISOString()
  const [event = 0] = await admin.make('events', [{ name: `${name} ${run}`, start, end }])
  await admin.make('shifts', [...people.map(({ id }) => ({ event, person: id })), { event }])
  return { admin, event, title: `${name} ${run}`, people }
}

const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'published.' })

test('publishing from the roster waits for the number of people, lists them with their channels, and can be undone', async ({
  page,
  request,
}) => {
  const { admin, event, people } = await unpublishedEvent(request, 'Known first')
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  const previews = await holdRequests(page, /api\/roster\/publish/)
  await page.goto(siteUrl('harbour', `/events/${event}/shifts`))
  const publish = page.getByRole('button', { name: /^Publish 3 shifts/ })
  await expect(publish).toBeDisabled()
  await expect(publish).toContainText('checking…')
  await expect.poll(previews.count).toBeGreaterThan(0)
  previews.release()
  await expect(publish).toBeEnabled()
  await expect(publish).toContainText('tells 2 people')
  await page.getByRole('button', { name: 'Who will be notified' }).first().click()
  const list = page.getByRole('dialog', { name: 'Who will be notified' })
  for (const { name } of people)
    await expect(list.getByRole('listitem').filter({ hasText: name })).toContainText('email')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await publish.click()
  await expect(toast(page)).toContainText('3 shifts are published.')
  expect(await admin.publishedOf(event)).toBe(3)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change is undone.')).toBeVisible()
  expect(await admin.publishedOf(event)).toBe(0)
  await expect(publish).toBeVisible()
})

test('saving and publishing a roster waits for the number of people and can be undone; what was saved stays', async ({
  page,
  request,
}) => {
  const { admin, event } = await unpublishedEvent(request, 'Saved too')
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${event}/shifts`))
  const previews = await holdRequests(page, /api\/events\/\d+\/preview/)
  await page.getByRole('button', { name: 'Add shift', exact: true }).click()
  const save = page.getByRole('button', { name: /^Save and publish/ })
  await expect(save).toBeDisabled()
  await expect.poll(previews.count).toBeGreaterThan(0)
  previews.release()
  await expect(save).toBeEnabled()
  await save.click()
  await expect(toast(page)).toBeVisible()
  const saved = (await admin.shiftsOf(event)).length
  expect(saved).toBe(4)
  expect(await admin.publishedOf(event)).toBe(saved)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change is undone.')).toBeVisible()
  expect([await admin.publishedOf(event), (await admin.shiftsOf(event)).length]).toEqual([0, saved])
})

test('an event is published from the dashboard only after the people are shown', async ({ page, request }) => {
  const { admin, event, title, people } = await unpublishedEvent(request, 'Dashboard')
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test')
  const previews = await holdRequests(page, /api\/roster\/publish/)
  await page.goto(siteUrl('harbour', '/dashboard'))
  expect(previews.count()).toBe(0)
  await page.getByRole('button', { name: `Publish ${title}…` }).click()
  const question = page.getByRole('dialog', { name: `Publish ${title}` })
  const publish = question.getByRole('button', { name: /^Publish 3 shifts/ })
  await expect(publish).toBeDisabled()
  // The question stays open while the button that opened it is out of sight.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  previews.release()
  await expect(publish).toBeEnabled()
  for (const { name } of people) await expect(question).toContainText(name)
  await expectAccessible(page)
  await expectFits(page)
  await publish.click()
  await expect(toast(page)).toContainText('3 shifts are published.')
  await expect(page.getByRole('button', { name: `Publish ${title}…` })).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Publish ${title}…` })).toBeVisible()
  expect(await admin.publishedOf(event)).toBe(0)
})

test('the grid, the sheet and a single shift are published the same way', async ({ page, request }) => {
  const { admin, event } = await unpublishedEvent(request, 'Sheet')
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${event}/shifts/list`))
  const publish = page.getByRole('button', { name: /^Publish 3 shifts/ })
  await expect(publish).toContainText('tells 2 people')
  await publish.click()
  await expect(toast(page)).toContainText('3 shifts are published.')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change is undone.')).toBeVisible()
  expect(await admin.publishedOf(event)).toBe(0)
  await page.goto(siteUrl('harbour', '/roster'))
  await expect(page.getByRole('button', { name: /^Publish \d+ shifts?\s*tells/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Who will be notified' })).toBeVisible()
})
