import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { client, freshMember, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, holdRequests, keepUndo, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectFits } from '#tests/e2e/own-member.ts'

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
    call: admin.call,
    make,
    publishedOf: async (event: number) => (await shiftsOf(event)).filter(({ draft }) => draft).length,
    shiftsOf,
  }
}

const PAIR = ['Ann', 'Maximilian Featherstonehaugh-Cholmondeley']

async function unpublishedEvent(request: APIRequestContext, name: string, names = PAIR) {
  const admin = await coordinator(request)
  const people: Awaited<ReturnType<typeof freshMember>>[] = []
  for (const one of names) people.push(await freshMember(request, 'harbour', `${one} ${run}`))
  const start = new Date(Date.now() + 86_400_000 * 2).toISOString()
  const end = new Date(Date.now() + 86_400_000 * 2 + 7_200_000).toISOString()
  const [event = 0] = await admin.make('events', [{ name: `${name} ${run}`, start, end }])
  await admin.make('shifts', [...people.map(({ id }) => ({ event, person: id })), { event }])
  return { admin, event, title: `${name} ${run}`, people }
}

/** The second click of a double click that began on another element. */
async function clickAgain(page: Page, button: Locator) {
  await button.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'published.' })
const sheet = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })

test('three people or fewer are named under the button, the proof is there on demand, and no receipt follows', async ({
  page,
  request,
}) => {
  const { admin, event, people } = await unpublishedEvent(request, 'Known first')
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  const previews = await holdRequests(page, /api\/roster\/publish$/)
  await page.goto(siteUrl('harbour', `/events/${event}/shifts`))
  const publish = page.getByRole('button', { name: /^Publish 3 shifts/ })
  await expect(publish).toBeDisabled()
  await expect(publish).toContainText('checking…')
  await expect.poll(previews.count).toBeGreaterThan(0)
  previews.release()
  await expect(publish).toBeEnabled()
  const names = people.map(({ name }) => name).sort()
  await expect(publish).toHaveAccessibleDescription(`Notifies ${names.join(' and ')} by email.`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Preview or schedule' }).click()

  const proof = sheet(page, 'Publish 3 shifts, tell 2 people')
  for (const { name } of people)
    await expect(proof.getByRole('button', { name: new RegExp(name) })).toContainText('You are on: Known first')
  const reading = proof.getByRole('region', { name: 'As they read it' })
  await expect(reading).toContainText('2 of 2, the longest name')
  await expect(reading).toContainText(`to ${people[1]!.email}`)
  await expect(reading.frameLocator('iframe').getByText('Hello Maximilian')).toBeVisible()
  await page.keyboard.press(']')
  await expect(reading).toContainText(`to ${people[0]!.email}`)
  await page.keyboard.press('[')
  await expect(reading).toContainText(`to ${people[1]!.email}`)
  await expectAccessible(page)
  expect(await admin.publishedOf(event)).toBe(0)

  await page.keyboard.press('Escape')
  await publish.click()
  await expect(toast(page)).toContainText(`3 shifts are published. ${names.join(' and ')} will be notified.`)
  await keepUndo(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Who got it' }).click()
  const receipt = sheet(page, 'Published, 2 people notified')
  await expect(receipt).toContainText('just now, by you')
  await clickAgain(page, receipt.getByRole('button', { name: 'Close' }).last())
  for (const { name } of people)
    await expect(receipt.getByRole('button', { name: new RegExp(name) })).toContainText('Waiting to be sent')
  await expect(receipt.getByRole('region', { name: 'As they read it' })).toContainText('not sent yet')
  await expectAccessible(page)
  expect(await admin.publishedOf(event)).toBe(3)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  expect(await admin.publishedOf(event)).toBe(0)
  await receipt.getByRole('button', { name: 'Close' }).last().click()
  await expect(publish).toBeVisible()
})

test('the receipt of an event is always available, and updates automatically', async ({ page, request }) => {
  const { admin, event, people } = await unpublishedEvent(request, 'Receipt')
  await admin.call('PUT', `/api/events/${event}/publish`)
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await page.getByRole('button', { name: 'Who got it, who answered' }).click()
  const receipt = sheet(page, /^Published/)
  const first = receipt.getByRole('button', { name: new RegExp(people[0]!.name) })
  await expect(first).toBeVisible()
  await expectAccessible(page)
  const { results } = await (await admin.call('GET', `/api/shifts/?event=${event}&person=${people[0]!.id}`)).json()
  const [shift] = Object.keys(results.shifts)
  await admin.call('PUT', `/api/shifts/${shift}/answer`, { body: { answer: 'confirmed' } })
  await expect(first).toContainText('Confirmed')
  await expect(receipt.getByRole('listitem').filter({ hasText: /^1 ?confirmed$/ })).toBeVisible()
  await receipt.getByRole('button', { name: 'Close' }).last().click()
  await expect(receipt).toBeHidden()
  await page.setViewportSize(SIZES.desktop)
  await page.goto(siteUrl('harbour', `/events/${event}/shifts`))
  await page.getByRole('button', { name: 'Who got it' }).click()
  await expect(sheet(page, /^Published/)).toContainText('Confirmed')
})

test('a publication is planned for later, shown on the roster, and cancelled', async ({ page, request }) => {
  const { admin, event } = await unpublishedEvent(request, 'Later')
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${event}/shifts`))
  await page.getByRole('button', { name: 'Preview or schedule' }).click()
  const proof = sheet(page, 'Publish 3 shifts, tell 2 people')
  await proof.getByRole('radio', { name: /^Later/ }).click()
  await expectAccessible(page)
  const date = proof.getByLabel(/date$/)
  await date.fill('2020-01-01')
  await date.blur()
  await proof.getByRole('button', { name: 'Schedule and tell 2 people' }).click()
  await expect(proof).toContainText('Choose a date and time in the future.')
  await proof.getByRole('radio', { name: /^Now/ }).click()
  await proof.getByRole('radio', { name: /^Later/ }).click()
  await proof.getByRole('button', { name: 'Schedule and tell 2 people' }).click()
  const planned = page.getByText(/3 shifts will be published on .*, planned by/)
  await expect(planned).toBeVisible()
  expect(await admin.publishedOf(event)).toBe(0)
  await expectFits(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('The planned publication is cancelled.')).toBeVisible()
  await expect(planned).toBeHidden()
})

test('saving and publishing a roster waits for the number of people and can be undone; saved changes stay', async ({
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
  await expect(save).toHaveAccessibleDescription(/^Notifies .+ and .+ by email\.$/)
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole('button', { name: 'Preview or schedule' }).click()
  await expect(sheet(page, 'Publish 4 shifts, tell 2 people')).toBeVisible()
  await page.keyboard.press('Escape')
  await save.click()
  await expect(toast(page)).toBeVisible()
  const saved = (await admin.shiftsOf(event)).length
  expect(saved).toBe(4)
  expect(await admin.publishedOf(event)).toBe(saved)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  expect([await admin.publishedOf(event), (await admin.shiftsOf(event)).length]).toEqual([0, saved])
})

test('a row of the dashboard publishes for one person in one press, which names them', async ({ page, request }) => {
  const { admin, event, title, people } = await unpublishedEvent(request, 'One press', ['Ann'])
  await enter(page, 'admin@harbour.test')
  await page.setViewportSize(SIZES.desktop)
  await page.goto(siteUrl('harbour', '/dashboard'))
  await page.getByRole('button', { name: `Publish ${title}` }).press('Enter')
  await expect(toast(page)).toContainText(`2 shifts are published. ${people[0]!.name} will be notified.`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await admin.publishedOf(event)).toBe(2)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Publish ${title}` })).toBeVisible()
  expect(await admin.publishedOf(event)).toBe(0)
})

test('a row of the dashboard publishes for four only after they are shown', async ({ page, request }) => {
  const { admin, event, title, people } = await unpublishedEvent(request, 'Dashboard', [...PAIR, 'Bob', 'Zoë'])
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test')
  const proofs = await holdRequests(page, /api\/roster\/publish\/proof/)
  await page.goto(siteUrl('harbour', '/dashboard'))
  expect(proofs.count()).toBe(0)
  await page.getByRole('button', { name: 'Unpublished Shifts: show' }).click()
  await page.getByRole('button', { name: `Publish ${title}` }).click()
  await expect.poll(proofs.count).toBe(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  proofs.release()
  const proof = sheet(page, 'Publish 5 shifts, tell 4 people')
  for (const { name } of people) await expect(proof).toContainText(name)
  await expectAccessible(page)
  await expectFits(page)
  await proof.getByRole('button', { name: 'Publish and tell 4 people' }).click()
  await expect(toast(page)).toContainText('5 shifts are published. 4 people will be notified.')
  await expect(page.getByRole('button', { name: `Publish ${title}` })).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Publish ${title}` })).toBeVisible()
  expect(await admin.publishedOf(event)).toBe(0)
})

test('the grid and the sheet are published the same way', async ({ page, request }) => {
  const { admin, event } = await unpublishedEvent(request, 'Sheet')
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${event}/shifts/list`))
  const publish = page.getByRole('button', { name: /^Publish 3 shifts/ })
  await expect(publish).toHaveAccessibleDescription(/^Notifies .+ and .+ by email\.$/)
  await publish.click()
  await expect(toast(page)).toContainText('3 shifts are published.')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  expect(await admin.publishedOf(event)).toBe(0)
  await page.goto(siteUrl('harbour', '/roster'))
  await page.getByRole('button', { name: /^Publish \d+ shifts?\s*tells/ }).click()
  await expect(sheet(page, /^Publish \d+ shifts/)).toBeVisible()
})

test('someone whom nothing reaches is shown by the receipt after publishing', async ({ page, request }) => {
  const admin = await coordinator(request)
  const reached = await freshMember(request, 'harbour', `Reached ${run}`)
  const name = `Silent ${run}`
  const [silent] = await admin.make('people', [
    { name, email: `silent-${run}@publish.test`, is_active: true, email_notifications: false },
  ])
  const start = new Date(Date.now() + 86_400_000 * 3).toISOString()
  const end = new Date(Date.now() + 86_400_000 * 3 + 7_200_000).toISOString()
  const [event = 0] = await admin.make('events', [{ name: `Unreached ${run}`, start, end }])
  await admin.make('shifts', [
    { event, person: reached.id },
    { event, person: silent },
  ])
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${event}/shifts`))
  await page.getByRole('button', { name: /^Publish 2 shifts/ }).click()
  const receipt = sheet(page, 'Published, 1 person notified')
  await expect(receipt.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
  await expect(receipt).toContainText('Needs you')
})
