import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'

/** Greatest heights of the cards of which there may be many rows; the rest of a card is behind its link, or scrolls. */
const MOST = {
  'To do': 460,
  'New Registrations': 560,
  'Pending Shift Requests': 560,
  'Unpublished Shifts': 320,
  'Upcoming Events': 480,
}

test('an admin’s dashboard grows only by what is drawn, each card within its bounds', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/dashboard'))
  await expect(page.getByRole('note')).toBeVisible()
  const drawn = await page.locator('#content section').evaluateAll((cards) =>
    cards.map((card) => {
      const { x, top, bottom } = card.getBoundingClientRect()
      return { name: card.getAttribute('aria-label') ?? '', x, top: top + scrollY, bottom: bottom + scrollY }
    }),
  )
  const heights = Object.fromEntries(drawn.map(({ name, top, bottom }) => [name, bottom - top]))
  for (const [name, most] of Object.entries(MOST)) expect(heights[name] ?? 0, name).toBeLessThanOrEqual(most)

  // No hole in a column: cards follow each other, and only the head and the foot of the page are beside them.
  for (const x of new Set(drawn.map((card) => card.x))) {
    const column = drawn.filter((card) => card.x === x).sort((a, b) => a.top - b.top)
    for (const [n, card] of column.entries())
      expect(card.top - (column[n - 1]?.bottom ?? card.top - 16), `above ${card.name}`).toBeLessThanOrEqual(16)
  }
  const [first, last] = [Math.min(...drawn.map(({ top }) => top)), Math.max(...drawn.map(({ bottom }) => bottom))]
  expect(first).toBeLessThanOrEqual(170)
  expect((await page.evaluate(() => document.documentElement.scrollHeight)) - last).toBeLessThanOrEqual(70)
})
