import type { Locator, Page } from '@playwright/test'
import { enter, expect, SIZES, siteUrl } from './fixtures.ts'
import { test } from './roster-pages.ts'

/**
 * Opens a layer by keyboard. Expects the focus inside it (in a menu after an arrow key), and on `opener` again after
 * Escape.
 */
async function expectReturn(page: Page, opener: Locator, layer: Locator, open = () => opener.press('Enter')) {
  await open()
  await expect(layer).toBeVisible()
  if ((await layer.getAttribute('role')) === 'menu') await page.keyboard.press('ArrowDown')
  await expect.poll(() => layer.evaluate((node) => node.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(layer).toBeHidden()
  await expect(opener).toBeFocused()
}

test('Escape closes dialogs, menus, popovers and drawers, and returns the focus to what opened them', async ({
  page,
  roster,
}) => {
  await page.setViewportSize(SIZES.desktop)
  const dialog = page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(siteUrl('harbour', '/profile/info'))
  for (const name of ['Edit name', 'Change password']) await expectReturn(page, button(name), dialog)
  await expectReturn(page, button('About'), dialog)

  await page.goto(siteUrl('harbour', '/people/list'))
  for (const name of ['Filter', 'Save as view', 'Sort', 'Choose columns'])
    await expectReturn(page, button(name), dialog)

  await roster.addUsualShifts()
  await roster.openEditor()
  const menu = button('More actions')
  await expectReturn(page, menu, page.getByRole('menu'))
  for (const item of ['Copy shifts', 'Repeat this event', 'Delete this event'])
    await expectReturn(page, menu, dialog, async () => {
      await menu.press('Enter')
      await page.getByRole('menuitem', { name: item }).press('Enter')
    })
  await expectReturn(page, page.getByRole('button', { name: 'Preview or schedule' }), dialog)
})

test('on a phone Escape closes the navigation and returns to its button', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/events/calendar'))
  const toggle = page.getByRole('button', { name: 'Menu', exact: true })
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()
  await toggle.press('Enter')
  await entry.focus()
  await page.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.press('Enter')
  await page.keyboard.press('Escape')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
})
