import { randomUUID } from 'node:crypto'
import { client, login } from '#tests/e2e/api-client.ts'
import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'

test('coming shifts are grouped by event, and past unpublished ones are found', async ({ page, request }) => {
  const run = randomUUID().slice(0, 8)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const make = async (collection: string, body: object) =>
    ((await (await admin.call('POST', `/api/${collection}/`, { body })).json()) as { order: number[] }).order[0] ?? 0
  const day = (at: number) => new Date(Date.now() + at * 86_400_000).toISOString().slice(0, 10)
  const on = (title: string, at: number) =>
    make('events', { name: `${title} ${run}`, start: `${day(at)}T09:00:00Z`, end: `${day(at)}T12:00:00Z` })
  await make('shifts', { event: await on('Coming', 1) })
  await make('shifts', { event: await on('Over', -2) })
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/shifts/by-event'))
  const event = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: `Coming ${run}` })
  await expect(event).toContainText('1 not published')
  await event.getByRole('link', { name: `Coming ${run}` }).click()
  await expect(event.getByRole('link', { name: 'No one yet' })).toBeVisible()
  await expect(event.getByRole('link', { name: 'Open the roster' })).toBeVisible()
  await expectSoundAtEachSize(page)
  await expect(page.getByText(`Over ${run}`)).toHaveCount(0)
  await page.getByRole('link', { name: /past shifts? (was|were) never published/ }).click()
  await expect(page).toHaveURL(/\/shifts\?view=missed$/)
  await page.getByRole('searchbox', { name: 'Search shifts' }).fill(run)
  await expect(page.getByRole('row').filter({ hasText: `Over ${run}` })).toHaveCount(1)
  await expect(page.getByText(`Coming ${run}`)).toHaveCount(0)
})
