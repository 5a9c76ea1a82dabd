import { enter, expect, expectAccessible, siteUrl, test } from './fixtures.ts'
import { call, DAY, openGrid, overflow, run } from './roster-pages.ts'

test('the wall turns its pages until it is stopped, and every duty comes into view', async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/dashboard'))
  const [assignment = 0] = (await call(page, 'POST', '/assignments/', { name: `Wall watch ${run}` })).order
  const long = (
    await call(
      page,
      'POST',
      '/events/',
      Array.from({ length: 30 }, (_, n) => ({
        name: `Wall ${run} ${n}`,
        start: `${DAY}T0${n % 10}:30:00Z`,
        end: `${DAY}T15:00:00Z`,
      })),
    )
  ).order
  await call(
    page,
    'POST',
    '/shifts/',
    long.map((event) => ({ event, assignment, draft: '2026-01-01T00:00:00Z' })),
  )
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto(siteUrl('harbour', `/roster?from=${DAY}&days=7&iframe`))
  const count = page.getByText(/^Page \d of \d$/)
  await expect(count).toHaveText(/^Page 1 of [2-9]$/)
  const pages = Number((await count.textContent())?.at(-1))
  const seen = new Set<string>()
  for (let n = 1; n <= pages; n++) {
    await expect(count).toHaveText(`Page ${n} of ${pages}`)
    for (const heading of await page.getByRole('heading', { level: 2 }).all()) {
      const box = await heading.boundingBox()
      if (box && box.x >= 0 && box.x + box.width <= 1920) seen.add((await heading.textContent()) ?? '')
    }
    await page.clock.runFor(12_000)
  }
  expect([...seen].filter((name) => name.includes(`Wall ${run}`))).toHaveLength(30)
  await expect(count).toHaveText(`Page 1 of ${pages}`)
  await page.getByRole('button', { name: 'Stop turning' }).click()
  await page.clock.runFor(30_000)
  await expect(count).toHaveText(`Page 1 of ${pages}`)
  await expectAccessible(page)
  // On paper so many events are cards, since a table would have columns a letter wide.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 1047, height: 720 })
  await openGrid(page)
  await expect(page.locator('table')).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: `Wall ${run} 29` })).toBeVisible()
  expect(await overflow(page)).toBe(0)
  for (const event of long) await call(page, 'DELETE', `/events/${event}/`)
})
