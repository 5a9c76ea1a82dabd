import { randomUUID } from 'node:crypto'
import { client, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'

const run = randomUUID().slice(0, 8)
const MONTH = `20${64 + (Date.now() % 30)}-06`

test('an event without shifts has a green tick, as none is open, and no screen calls it filled', async ({
  page,
  request,
}) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const make = async (collection: string, body: object) => {
    const answer = await admin.call('POST', `/api/${collection}/`, { body })
    expect(answer.status(), await answer.text()).toBe(201)
    return ((await answer.json()) as { order: number[] }).order[0] ?? 0
  }
  const series = await make('series', { name: `Races ${run}` })
  const on = (name: string, day: number) =>
    make('events', {
      name: `${name} ${run}`,
      series,
      start: `${MONTH}-${day}T09:00:00Z`,
      end: `${MONTH}-${day}T12:00:00Z`,
    })
  const bare = await on('Bare', 10)
  const person = await make('people', { name: `Ann ${run}`, email: `n-${run}@example.org` })
  await make('shifts', { event: await on('Full', 11), person })
  await make('shifts', { event: await on('Short', 12) })
  await enter(page, 'admin@harbour.test')

  for (const address of [`/series/${series}`, `/events/list?tab=all&search=${run}`]) {
    await page.goto(siteUrl('harbour', address))
    const part = (name: string) =>
      page
        .getByRole('main')
        .locator('li, tr, a')
        .filter({ hasText: `${name} ${run}` })
        .first()
    await expect(part('Bare'), address).toContainText('No shifts yet')
    await expect(part('Bare').locator('.tabler-icon-check'), address).toBeVisible()
    await expect(part('Full'), address).toContainText('All filled')
    await expect(part('Short'), address).toContainText('1 open')
    await expectAccessible(page)
  }

  await page.goto(siteUrl('harbour', `/events/calendar?month=${MONTH}`))
  const entry = (name: string) => page.getByRole('link').filter({ hasText: `${name} ${run}` })
  await expect(entry('Bare')).toContainText('No shifts yet')
  await expect(entry('Bare').getByRole('img', { name: 'all filled' })).toHaveCount(0)
  await expect(entry('Bare').getByRole('img', { name: 'none open' })).toBeVisible()
  await expect(entry('Full').getByRole('img', { name: 'all filled' })).toBeVisible()
  await expect(entry('Short')).toContainText('1 open')
  await expectAccessible(page)
  await page.setViewportSize(SIZES.phone)
  await page.goto(siteUrl('harbour', `/events/calendar/${MONTH}-10`))
  await expect(page.getByText('No shifts yet')).toBeVisible()
  await expect(page.getByText('All filled')).toHaveCount(0)
  await page.goto(siteUrl('harbour', `/events/${bare}/shifts`))
  await expect(page.getByText('No shifts yet').first()).toBeVisible()
})
