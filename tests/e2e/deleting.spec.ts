import { randomUUID } from 'node:crypto'
import { client, login } from './api-client.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from './fixtures.ts'

const run = randomUUID().slice(0, 8)
const DAY = '2063-06-05'
const LONG = `Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh ${run}`

const made = test.extend<{ club: { role: number; unused: number; event: number; person: number } }>({
  club: async ({ page, request }, use, { testId }) => {
    const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
    const make = async (collection: string, body: object) => {
      const answer = await admin.call('POST', `/api/${collection}/`, { body })
      expect(answer.status(), await answer.text()).toBe(201)
      return ((await answer.json()) as { order: number[] }).order[0] ?? 0
    }
    const own = `${run} ${testId.slice(-6)}`
    const role = await make('roles', { name: `Helm ${own}` })
    const unused = await make('roles', { name: `Spare ${own}` })
    const event = await make('events', { name: `Race ${own}`, start: `${DAY}T09:00:00Z`, end: `${DAY}T12:00:00Z` })
    const person = await make('people', { name: LONG, email: `d-${run}-${testId.slice(-6)}@example.org` })
    await make('shifts', { event, role, person })
    await make('shifts', { event, role })
    await enter(page, 'admin@harbour.test')
    await use({ role, unused, event, person })
  },
})

made(
  'deleting a role on shifts asks with the numbers; an unused one is deleted immediately',
  async ({ page, club }) => {
    await page.goto(siteUrl('harbour', `/roles/${club.role}`))
    await page.getByRole('button', { name: 'Delete role' }).click()
    const asking = page.getByRole('dialog', { name: /^Delete “Helm/ })
    await expect(asking).toContainText('is taken off 2 shifts.')
    await expectAccessible(page)
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await expect(asking).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete role' })).toBeEnabled()
    await page.getByRole('button', { name: 'Delete role' }).click()
    await asking.getByRole('button', { name: 'Delete role' }).click()
    await expect(page.getByText(/^Helm .* deleted\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('Change undone.')).toBeVisible()

    await page.goto(siteUrl('harbour', `/roles/${club.unused}`))
    await page.getByRole('button', { name: 'Delete role' }).click()
    await expect(page.getByText(/^Spare .* deleted\.$/)).toBeVisible()
  },
)

made('deleting a person with shifts asks on their page, on a phone too', async ({ page, club }) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto(siteUrl('harbour', `/people/${club.person}/info`))
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asking = page.getByRole('dialog', { name: `Delete “${LONG}”?` })
  await expect(asking).toContainText('is taken off 1 shift.')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Delete person' }).click()
  await expect(page.getByText(`${LONG} deleted.`)).toBeVisible()
})

made('many roles are deleted with their numbers, and an event with its shifts', async ({ page, club }) => {
  await page.goto(siteUrl('harbour', `/roles?search=${run}`))
  await page.getByRole('checkbox', { name: /Helm/ }).first().check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const many = page.getByRole('dialog', { name: 'Delete 1 selected' })
  await expect(many).toContainText('taken off 2 shifts.')
  await many.getByRole('button', { name: 'Delete 1' }).click()
  await expect(page.getByText('1 role deleted')).toBeVisible()

  await page.goto(siteUrl('harbour', `/events/${club.event}/shifts`))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete this event' }).click()
  const one = page.getByRole('dialog', { name: /^Delete “Race/ })
  await expect(one).toContainText('2 shifts are deleted too. 1 person is on them.')
  await one.getByRole('button', { name: 'Delete this event' }).click()
  await expect(page.getByText(/^Race .* deleted\.$/)).toBeVisible()
})
