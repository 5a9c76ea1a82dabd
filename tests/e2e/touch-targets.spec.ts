import { expectUncut } from './cut-texts.ts'
import { enter, expect, SIZES, siteUrl, test } from './fixtures.ts'
import { expectTouchable } from './touch-targets.ts'

const SCREENS = {
  'member@harbour.test': [
    '/dashboard',
    '/events/calendar',
    '/shifts/open',
    '/profile',
    '/profile/shifts',
    '/profile/messages',
    '/profile/settings',
    '/series/1',
    '/events/1',
  ],
  'admin@harbour.test': [
    '/dashboard',
    '/events/list',
    '/events/add',
    '/events/1/shifts',
    '/roster',
    '/requests',
    '/people/list',
    '/shifts',
    '/import',
    '/organisation',
    '/audit',
    '/timesheets',
    '/assignments',
    '/news',
    '/kiosks',
  ],
}

for (const [who, screens] of Object.entries(SCREENS))
  test(`on a phone a thumb hits everything that ${who} can press, and no text is cut`, async ({ page }) => {
    await page.setViewportSize(SIZES.phone)
    await enter(page, who)
    for (const screen of screens)
      await test.step(screen, async () => {
        await page.goto(siteUrl('harbour', screen))
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expectUncut(page)
        await expectTouchable(page)
      })
  })
