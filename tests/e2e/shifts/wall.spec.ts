import { randomUUID } from 'node:crypto'
import { enter, expect, expectAccessible, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectOutline } from '#tests/e2e/own-member.ts'
import { call, nextDay, openGrid, overflow, removeRecord } from '#tests/e2e/roster-pages.ts'

const run = randomUUID().slice(0, 8)
const DAY = nextDay()

test('the wall display turns its pages until stopped, and shows every assignment', async ({ page }) => {
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
  // The number of the page and the visible content are read in one step, since the wall turns pages automatically.
  const inView = () =>
    count.evaluate((page) => {
      const whole = (heading: Element) => {
        const { left, right } = heading.getBoundingClientRect()
        return left >= 0 && right <= window.innerWidth
      }
      return {
        label: page.textContent ?? '',
        names: [...document.querySelectorAll('h2')].filter(whole).map((heading) => heading.textContent ?? ''),
      }
    })
  const pages = Number((await inView()).label.at(-1))
  const labels = new Set<string>()
  const names = new Set<string>()
  await expect
    .poll(
      async () => {
        const shown = await inView()
        labels.add(shown.label)
        for (const name of shown.names) if (name.includes(`Wall ${run}`)) names.add(name)
        await page.clock.runFor(12_000)
        return [labels.size, names.size]
      },
      { timeout: 90_000 },
    )
    .toEqual([pages, 30])
  await page.getByRole('button', { name: 'Stop changing pages' }).click()
  await expect(page.getByRole('button', { name: 'Stop changing pages', pressed: true })).toBeVisible()
  const { label } = await inView()
  await page.clock.runFor(30_000)
  await expect(count).toHaveText(label)
  await expectAccessible(page)
  await expectOutline(page)
  // On paper this many events are printed as cards, since a table's columns would be a letter wide.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 1047, height: 720 })
  await openGrid(page, DAY)
  await expect(page.locator('table')).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: `Wall ${run} 29` })).toBeVisible()
  expect(await overflow(page)).toBe(0)
  for (const event of long) await removeRecord(page, 'events', event)
})
