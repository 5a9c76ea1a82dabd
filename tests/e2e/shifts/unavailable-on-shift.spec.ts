import { randomUUID } from 'node:crypto'
import { client, freshMember, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'

const run = randomUUID().slice(0, 8)
const DAY = '2062-06-07'
const LONG = `Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh ${run}`

const rostered = test.extend<{ member: { id: number; email: string; event: number } }>({
  member: async ({ request }, use) => {
    const { id, email } = await freshMember(request)
    const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
    const make = async (collection: string, body: object) =>
      ((await (await admin.call('POST', `/api/${collection}/`, { body })).json()) as { order: number[] }).order[0] ?? 0
    const event = await make('events', { name: LONG, start: `${DAY}T09:00:00Z`, end: `${DAY}T12:00:00Z` })
    await make('shifts', { event, person: id, draft: '2026-01-01T09:00:00Z' })
    await use({ id, email, event })
  },
})

rostered(
  'a member who is unavailable on the day of a shift can tell the coordinator or ask for cover, wherever they mark it',
  async ({ page, member }) => {
    await enter(page, member.email)
    await page.goto(siteUrl('harbour', `/unavailability/${DAY}`))
    const choice = page.getByRole('group', { name: 'Your availability on Wednesday 7 June' })
    await choice.getByRole('button', { name: 'Only if required' }).click()
    await expect(choice.getByRole('button', { name: 'Only if required', pressed: true })).toBeVisible()
    const dialog = page.getByRole('dialog', { name: 'You are on the roster that day' })
    await choice.getByRole('button', { name: 'Unavailable' }).click()
    await expect(dialog).toContainText(LONG)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep my shifts' }).click()
    await expect(dialog).toBeHidden()

    await page.setViewportSize(SIZES.phone)
    await page.goto(siteUrl('harbour', `/events/${member.event}`))
    await page.getByRole('button', { name: 'Unavailable', exact: true }).click()
    await dialog.getByRole('button', { name: 'Tell the coordinator' }).click()
    await expect(dialog.getByRole('status')).toContainText(/coordinators? gets? an email/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.goto(siteUrl('harbour', `/events/calendar/${DAY}`))
    await page.getByRole('button', { name: / on Wednesday 7 June/ }).click()
    await page.getByRole('menuitem', { name: 'Unavailable' }).click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Ask for cover', exact: true }).click()
    await expect(dialog.getByRole('status')).toHaveText(
      'We’re looking for cover for this shift. Still yours until someone takes it.',
    )
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.goto(siteUrl('harbour', `/unavailability/${DAY}`))
    await page.getByRole('button', { name: 'Mark this day' }).click()
    await expect(dialog).toContainText(LONG)
    await expect(dialog.getByText('Looking for cover, still yours')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Ask for cover', exact: true })).toHaveCount(0)
  },
)

rostered('an admin who marks a day for a person on the roster sees the affected shift', async ({ page, member }) => {
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/unavailability?from=${DAY}&search=Test Member`))
  await page
    .getByRole('button', { name: /Wednesday 7 June: not set, on shift. Change/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Unavailable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test Member is on the roster that day' })
  await expect(dialog.getByRole('link')).toHaveAttribute('href', /\/events\/\d+\/shifts$/)
  await expect(dialog.getByRole('button', { name: 'Tell the coordinator' })).toHaveCount(0)
  expect(member.event).toBeGreaterThan(0)
})
