import type { APIRequestContext } from '@playwright/test'
import { client, freshMember, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, holdRequests, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'

const run = Math.random().toString(36).slice(2, 8)

async function coordinator(request: APIRequestContext) {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  return {
    make: async (collection: string, body: object[]): Promise<number[]> => {
      const answer = await admin.call('POST', `/api/${collection}/`, { body })
      expect(answer.status(), await answer.text()).toBe(201)
      return (await answer.json()).order
    },
    get: async (path: string) => (await admin.call('GET', path)).json(),
    call: (method: string, path: string, body: unknown) => admin.call(method, path, { body }),
  }
}

test('assigning an unsuitable person to a shift takes a second step', async ({ page, request }) => {
  const admin = await coordinator(request)
  const person = await freshMember(request, 'harbour', `Unqualified ${run}`)
  const [competency = 0] = await admin.make('competencies', [{ name: `Helm ${run}` }])
  const [role = 0] = await admin.make('roles', [{ name: `Skipper ${run}`, required_competencies: [competency] }])
  const start = new Date(Date.now() + 86_400_000).toISOString()
  const end = new Date(Date.now() + 86_400_000 + 3_600_000).toISOString()
  const [event = 0] = await admin.make('events', [{ name: `Unfit ${run}`, start, end }])
  const [shift = 0] = await admin.make('shifts', [{ event, role }])
  const made = await admin.call('POST', '/api/requests/batch', [{ person: person.id, event, comments: '' }])
  const { ids } = await made.json()
  const holder = async () => (await admin.get(`/api/shifts/?event=${event}`)).results.shifts[shift].person
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/requests?request=${ids[0]}`))
  const panel = page.getByRole('region', { name: `Request of Unqualified ${run}` })
  const choice = panel.getByRole('radio', { name: new RegExp(`Skipper ${run}`) })
  await expect(choice).not.toBeChecked()
  await expect(panel.getByRole('button', { name: 'Add a shift' })).toBeEnabled()
  await expect(panel).toContainText('None of them is suitable.')
  await page.keyboard.press('a')
  expect(await holder()).toBeNull()
  await choice.click()
  await page.keyboard.press('Escape')
  await panel.getByRole('heading').first().click()
  await expect(panel.getByRole('button', { name: /anyway…/ })).toBeEnabled()
  await page.keyboard.press('a')
  const question = panel.getByRole('region', { name: 'Assign anyway' })
  await expect(question).toContainText(`Unqualified isn’t suitable for Skipper ${run}. No Helm ${run}.`)
  // The key does not answer the question.
  await page.keyboard.press('a')
  await expectAccessible(page)
  expect(await holder()).toBeNull()
  await question.getByRole('button', { name: 'Choose another' }).click()
  await panel.getByRole('button', { name: /anyway…/ }).click()
  await question.getByRole('button', { name: 'Assign Unqualified anyway' }).click()
  await expect(page.getByText(`Unqualified ${run} is on the shift.`)).toBeVisible()
  expect(await holder()).toBe(person.id)
})

test('a series is answered together, and the list and the request scroll separately', async ({ page, request }) => {
  const admin = await coordinator(request)
  const person = await freshMember(request, 'harbour', `Serial ${run}`)
  const [series = 0] = await admin.make('series', [{ name: `Points ${run}` }])
  const days = [10, 17, 24].map((day) => Date.now() + day * 86_400_000)
  const events = await admin.make(
    'events',
    days.map((at, n) => ({
      name: `Points ${run} ${n + 1}`,
      series,
      start: new Date(at).toISOString(),
      end: new Date(at + 3_600_000).toISOString(),
    })),
  )
  await admin.make(
    'shifts',
    events.slice(0, 2).map((event) => ({ event })),
  )
  const made = await admin.call(
    'POST',
    '/api/requests/batch',
    events.map((event) => ({ person: person.id, event, comments: 'Any of these' })),
  )
  const { ids } = await made.json()
  const held = async () => (await admin.get(`/api/shifts/?person=${person.id}`)).count
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/requests?request=${ids[1]}`))
  const panel = page.getByRole('region', { name: `Request of Serial ${run}` })
  const dates = panel.getByRole('list', { name: 'Events that Serial asked for' })
  await expect(dates.getByRole('checkbox')).toHaveCount(3)
  await expect(dates.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(panel).toContainText(`Serial ${run} will be notified.`)
  await expectAccessible(page)
  await page.setViewportSize(SIZES.phone)
  const assign = panel.getByRole('button', { name: /^Assign 2 events/ })
  await expect(assign).toBeInViewport({ ratio: 1 })
  // At the end of the page the answer covers nothing.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expectAccessible(page)
  await assign.click()
  await expect(page.getByText(`Serial ${run} is on 2 shifts. Serial ${run} will be notified.`)).toBeVisible()
  expect(await held()).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  expect(await held()).toBe(0)
  // On a wide screen the page itself never scrolls away from the request.
  await page.setViewportSize(SIZES.desktop)
  await page.goto(siteUrl('harbour', '/requests'))
  const last = page.locator('main li a').last()
  await last.click()
  await expect(page.locator('main section[aria-label^="Request of"] h2')).toBeInViewport()
})

test('an answer that publishes waits for its recipients, and lists them with their channels', async ({
  page,
  request,
}) => {
  const admin = await coordinator(request)
  const person = await freshMember(request, 'harbour', `Known ${run}`)
  const [series = 0] = await admin.make('series', [{ name: `Known first ${run}` }])
  const at = (day: number) => new Date(Date.now() + day * 86_400_000).toISOString()
  const [alone = 0, ...both] = await admin.make('events', [
    { name: `Known alone ${run}`, start: at(3), end: at(3.1) },
    ...[4, 5].map((day) => ({ name: `Known ${day} ${run}`, series, start: at(day), end: at(day + 0.1) })),
  ])
  await admin.make(
    'shifts',
    [alone, ...both].map((event) => ({ event })),
  )
  const made = await admin.call(
    'POST',
    '/api/requests/batch',
    [alone, ...both].map((event) => ({ person: person.id, event, comments: '' })),
  )
  const { ids } = await made.json()
  const held = async () => (await admin.get(`/api/shifts/?person=${person.id}`)).count
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  const panel = page.getByRole('region', { name: `Request of Known ${run}` })
  for (const [id, deed, count] of [
    [ids[0], /^Assign to No assignment/, 1],
    [ids[1], /^Assign 2 events/, 3],
  ] as const) {
    const previews = await holdRequests(page, /api\/requests\/(\d+\/)?preview/)
    await page.goto(siteUrl('harbour', `/requests?request=${id}`))
    const assign = panel.getByRole('button', { name: deed })
    await expect.poll(previews.count).toBeGreaterThan(0)
    await expect(assign).toBeDisabled()
    await expect(assign).toContainText('checking…')
    await page.keyboard.press('a')
    // Without publishing no one is notified, so there is nothing to wait for.
    await panel.getByRole('checkbox', { name: /^Publish/ }).uncheck()
    await expect(assign).toBeEnabled()
    await panel.getByRole('checkbox', { name: /^Publish/ }).check()
    await expect(assign).toBeDisabled()
    expect(await held()).toBe(count === 1 ? 0 : 1)
    previews.release()
    await expect(assign).toBeEnabled()
    await expect(assign).toContainText('tells 1 person')
    await panel.getByRole('button', { name: 'Who will be notified' }).click()
    const list = page.getByRole('dialog', { name: 'Who will be notified' })
    await expect(list.getByRole('listitem').filter({ hasText: `Known ${run}` })).toContainText('email')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await assign.click()
    await expect(page.getByText(new RegExp(`Known ${run} is on .*will be notified`))).toBeVisible()
    expect(await held()).toBe(count)
    await page.unroute(/api\/requests\/(\d+\/)?preview/)
  }
})
