import { randomUUID } from 'node:crypto'
import { client, freshMember, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, keepUndo, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectFits } from '#tests/e2e/own-member.ts'

const run = randomUUID().slice(0, 8)
const NAME = `Night exercise of Wolfeschlegelsteinhausen ${run}`
const BOAT = `Safety Boat ${run}`
const DAY = '2063-11-26'

test('a coordinator sees that people are missing, calls the event off, and takes it back', async ({
  page,
  request,
}) => {
  const member = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const make = async (collection: string, body: object) =>
    ((await (await admin.call('POST', `/api/${collection}/`, { body })).json()) as { order: number[] }).order[0] ?? 0
  const says = { minimum: 3, decide_at: new Date(Date.now() + 3 * 86_400_000).toISOString() }
  const event = await make('events', { name: NAME, start: `${DAY}T18:30:00Z`, end: `${DAY}T21:00:00Z`, ...says })
  await make('shifts', { event, person: member.id, draft: '2026-01-01T09:00:00Z' })
  const assignment = await make('assignments', { name: BOAT })
  await make('shifts', { event, assignment, draft: '2026-01-01T09:00:00Z' })
  for (let open = 0; open < 2; open += 1) await make('shifts', { event, draft: '2026-01-01T09:00:00Z' })

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${event}/edit`))
  const details = page.getByRole('region', { name: 'Event details' })
  const least = details.getByRole('textbox', { name: BOAT })
  await least.fill('1')
  await expect(page.getByRole('listitem').filter({ hasText: BOAT })).toContainText('At least 1 to run')
  await least.scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto(siteUrl('harbour', `/todo?kind=decide&item=decide-${event}`))
  const card = page.getByRole('region', { name: /^Decision: / })
  await expect(card).toContainText(`1 of the 3 people needed, 0 of 1 for ${BOAT}`)
  await expect(card).toContainText(/Decide by .+, in .+/)
  await expectAccessible(page)
  await page.setViewportSize(SIZES.phone)
  await expectFits(page)
  await page.goto(siteUrl('harbour', `/events/${event}`))

  const band = page.getByRole('region', { name: 'Go ahead or call off' })
  await expect(band).toContainText(`1 of the 3 people needed, 0 of 1 for ${BOAT}: go ahead, or call off?`)
  await expectFits(page)
  await band.getByRole('button', { name: `Call off… ${NAME}` }).click()
  const sheet = page.getByRole('dialog', { name: `Call off ${NAME}?` })
  await expect(sheet.getByText('not reached')).toBeVisible()
  await sheet.getByRole('button', { name: 'See who is on a shift' }).click()
  await sheet.getByLabel('What they will read').fill('We are two short.')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Call off and tell 1 person' }).click()
  const off = page.getByRole('region', { name: 'Called off' })
  await keepUndo(page)
  await expect(off).toContainText(/by .+\. 1 person will be notified in a moment\./)
  await expect(off.getByRole('button', { name: 'Go ahead after all' })).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(band).toBeVisible()

  await page.setViewportSize(SIZES.desktop)
  await enter(page, member.email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await expect(page.getByRole('region', { name: 'Not enough people yet' })).toContainText(`${BOAT} needs help by `)
  expect((await admin.call('PUT', `/api/events/${event}/decide`, { body: { decision: 'off' } })).status()).toBe(200)
  await page.reload()
  await expect(off).toContainText('is cancelled')
  await expect(off).not.toContainText('notified')
  await expect(off.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your part' })).toContainText('Called off')
  await expect(page.getByRole('region', { name: 'Who was on' })).toContainText(member.name)
  await expect(page.getByRole('button', { name: /Count me in|Take it|Add to calendar/ })).toHaveCount(0)
  await page.goto(siteUrl('harbour', `/events/calendar/${DAY}`))
  await expect(page.getByText('Called off')).toBeVisible()
  await expectAccessible(page)

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/people/${member.id}/shifts`))
  await expect(page.getByRole('link').filter({ hasText: NAME })).toContainText('Called off')
  await page.goto(siteUrl('harbour', `/events/${event}/shifts/list`))
  await expect(page.getByRole('article')).toContainText('Called off')
  await expect(page.getByRole('article').locator('s').filter({ hasText: member.name })).toBeVisible()
  await page.goto(siteUrl('harbour', `/shifts/by-event?of=${event}`))
  await expect(page.locator('s', { hasText: member.name })).toBeVisible()
  await page.goto(siteUrl('harbour', `/roster?from=${DAY}&days=7`))
  await expect(page.locator('s', { hasText: member.name.split(' ').at(-1) ?? '' }).first()).toBeVisible()
  await page.getByRole('gridcell').first().click()
  await expect(page.getByRole('combobox', { name: 'Name' })).toHaveCount(0)
  await page.goto(siteUrl('harbour', `/events/${event}/shifts/list`))
  for (const words of ['Asked', 'Cannot come?', 'still open']) await expect(page.getByText(words)).toHaveCount(0)
})

test('an event without a minimum of people is called off from its editor, and reinstated', async ({
  page,
  request,
}) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const name = `Harbour clean-up ${run}`
  const body = { name, start: `${DAY}T10:00:00Z`, end: `${DAY}T12:00:00Z` }
  const { order } = (await (await admin.call('POST', '/api/events/', { body })).json()) as { order: number[] }
  const decision = async () => {
    const { results } = await (await admin.call('GET', `/api/events/${order[0]}`)).json()
    return results.events[String(order[0])].decision
  }

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${order[0]}/edit`))
  await page.getByRole('button', { name: 'Call off…' }).click()
  const sheet = page.getByRole('dialog', { name: `Call off ${name}?` })
  await expect(sheet.getByText('not reached')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Call off', exact: true }).click()
  await expect(sheet).toBeHidden()
  const off = page.getByRole('region', { name: 'Called off' })
  await expect(off).toContainText('No one was notified')
  for (const tool of ['Add shift', 'Save and publish', 'Who can help'])
    await expect(page.getByText(tool)).toHaveCount(0)
  await expectAccessible(page)
  expect(await decision()).toBe('off')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete this event' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Call off…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await off.getByRole('button', { name: 'Go ahead after all' }).click()
  await expect.poll(decision).toBe(null)
  await expect(page.getByRole('button', { name: 'Add shift' })).toBeVisible()
})
