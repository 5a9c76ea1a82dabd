import { expectStylesInOrder } from './component-styles.ts'
import { expectUncut } from './cut-texts.ts'
import { enter, expect, SIZES, siteUrl, test } from './fixtures.ts'
import { expectTouchable, LAYER } from './touch-targets.ts'

const TODAY = new Date().toISOString().slice(0, 10)

const SCREENS: Record<string, string[]> = {
  'member@harbour.test': [
    '/dashboard',
    '/events/calendar',
    '/shifts/open',
    '/profile',
    '/profile/shifts',
    '/profile/messages',
    '/profile/settings',
    '/profile/records',
    '/profile/security',
    '/profile/emails',
    '/series/1',
    '/events/1',
    `/events/calendar/${TODAY}`,
    '/unavailability',
    `/unavailability/${TODAY}`,
    '/swaps',
    '/swaps/new',
    '/dashboard/news',
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
    '/shifts/by-event',
    '/import',
    '/organisation',
    '/audit',
    '/timesheets',
    '/assignments',
    '/news',
    '/kiosks',
    '/cover',
    '/swaps/all',
    '/shifts/no-answer',
    '/messaging/email',
    '/messaging/sms',
    '/messaging/outbox',
    '/messaging/sent',
    '/messaging/templates',
    '/messaging/templates?add',
    '/people/1/info',
    '/people/1/shifts',
    '/people/1/records',
    '/people/1/emails',
    '/records/locations',
    '/records/locations?add',
    '/timesheets/day',
    '/events/1/edit',
  ],
  nobody: ['/hello', '/register', '/password/reset', '/events/public', '/answer/none', '/cover/none', '/privacy'],
}

const OPENED: Record<string, [path: string, ...buttons: RegExp[]][]> = {
  'member@harbour.test': [
    ['/dashboard', /Account menu/],
    ['/profile/info', /^Edit name/],
    ['/profile/info', /^Change password/],
    ['/profile/shifts', /^(Edit|Add) times/],
  ],
  'admin@harbour.test': [
    ['/people/list', /^Filter/],
    ['/people/list', /^Sort/],
    ['/people/list', /^Choose columns/],
    ['/events/1/shifts', /^More actions/],
  ],
}

for (const [who, screens] of Object.entries(SCREENS))
  test(`on a phone a thumb hits everything that ${who} can press, no text is cut, and styles are in order`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    await page.setViewportSize(SIZES.phone)
    if (who !== 'nobody') await enter(page, who)
    for (const screen of screens)
      await test.step(screen, async () => {
        await page.goto(siteUrl('harbour', screen))
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expectUncut(page)
        await expectStylesInOrder(page)
        await expectTouchable(page)
      })
    for (const [screen, ...buttons] of OPENED[who] ?? [])
      await test.step(`${screen}, ${buttons}`, async () => {
        await page.goto(siteUrl('harbour', screen))
        await page.locator('main details').evaluateAll((all) => {
          for (const one of all) one.setAttribute('open', '')
        })
        for (const name of buttons) await page.getByRole('button', { name }).first().click()
        await expect(page.locator(LAYER).last()).toBeVisible()
        await expectTouchable(page, LAYER)
        await expectStylesInOrder(page)
      })
  })
