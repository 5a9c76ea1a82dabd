import { randomUUID } from 'node:crypto'
import { client, freshMember, login } from './api-client.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from './fixtures.ts'
import { expectFits } from './own-member.ts'

const run = randomUUID().slice(0, 8)
const NAME = `Night exercise of Wolfeschlegelsteinhausen ${run}`
const DAY = '2063-11-26'

test('a coordinator sees that people are missing, calls the event off, and takes it back', async ({
  page,
  request,
}) => {
  const member = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const make = async (collection: string, body: object) =>
    ((await (await admin.call('POST', `/api/${collection}/`, { body })).json()) as { order: number[] }).order[0] ?? 0
  const says = { minimum: 3, decide_at: '2026-12-01T18:00:00Z' }
  const event = await make('events', { name: NAME, start: `${DAY}T18:30:00Z`, end: `${DAY}T21:00:00Z`, ...says })
  await make('shifts', { event, person: member.id, draft: '2026-01-01T09:00:00Z' })
  for (let open = 0; open < 3; open += 1) await make('shifts', { event, draft: '2026-01-01T09:00:00Z' })

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/dashboard'))
  const card = page.getByRole('region', { name: 'Go ahead or call off' })
  await expect(card).toContainText('1 of 3 needed')
  await expect(card).toContainText(/Decide by .+, in .+/)
  await expectAccessible(page)
  await page.setViewportSize(SIZES.phone)
  await expectFits(page)
  await card.getByRole('link', { name: NAME }).click()

  const band = page.getByRole('region', { name: 'Go ahead or call off' })
  await expect(band).toContainText('1 of 3 needed: go ahead, or call off?')
  await expectFits(page)
  await band.getByRole('button', { name: `Call off ${NAME}…` }).click()
  const sheet = page.getByRole('dialog', { name: `Call off ${NAME}?` })
  await expect(sheet.getByText('not reached')).toBeVisible()
  await sheet.getByRole('button', { name: 'See who is on a shift' }).click()
  await sheet.getByLabel('What they read').fill('We are two short.')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Call off and tell 1 person' }).click()
  await expect(page.getByRole('region', { name: 'Called off' })).toContainText('does not take place')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(band).toBeVisible()

  await page.setViewportSize(SIZES.desktop)
  expect((await admin.call('PUT', `/api/events/${event}/decide`, { body: { decision: 'off' } })).status()).toBe(200)
  await enter(page, member.email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await expect(page.getByRole('region', { name: 'Called off' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your part' })).toContainText('Called off')
  await page.goto(siteUrl('harbour', `/events/calendar/${DAY}`))
  await expect(page.getByText('Called off')).toBeVisible()
  await expectAccessible(page)
})
