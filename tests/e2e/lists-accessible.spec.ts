import { enter, expect, expectAccessible, SIZES, siteUrl, test } from './fixtures.ts'
import { expectFits, expectSoundAtEachSize } from './own-member.ts'

test.beforeEach(({ page }) => enter(page, 'admin@harbour.test'))

const FORMS = [
  '/profilefields?add=1',
  '/competencies?add=1',
  '/news?add=1',
  '/events/types?add=1',
  '/people/list?open=5',
  '/apikeys?add=1',
]
const LISTS = [
  '/training',
  '/kiosks',
  '/records/equipment',
  '/events/list',
  '/series/list',
  '/shifts?view=all&event=20,21,22',
  '/timesheets?start=2026-10-26&end=2027-11-20',
  '/timesheets/day',
  '/timesheets/people?start=2026-10-26&end=2027-11-20',
  '/timesheets/records',
  '/unavailability',
  '/records/availability',
  '/roles?order__gte=0&name=a',
  '/people/list?joined__gte=2001-01-01&limit=-1',
  '/people/list?view=ending',
  '/locations?search=nothing+is+called+so',
]

test('the forms of all areas are accessible and fit', async ({ page }) => {
  for (const address of FORMS) {
    await page.goto(siteUrl('harbour', address))
    await expectSoundAtEachSize(page)
  }
})

/** One colour scheme per size: the forms above have most of the colours. */
test('all areas are accessible and fit', async ({ page }) => {
  test.slow()
  for (const address of LISTS) {
    await page.goto(siteUrl('harbour', address))
    for (const [size, colorScheme] of [
      [SIZES.phone, 'light'],
      [SIZES.desktop, 'dark'],
    ] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
      await expectFits(page)
      const filters = page.getByRole('list', { name: 'Filters' }).getByRole('link')
      for (const link of await filters.all()) await expect(link).toBeInViewport({ ratio: 1 })
    }
  }
})
