import { expect, expectAccessible, SIZES, signIn, test } from './fixtures.ts'

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`the palette finds people, events and screens by keyboard, ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, 'admin@harbour.test')
    const field = page.getByRole('dialog').getByLabel('Search or jump to')
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.fill('imogen')
    await expect(
      page
        .getByRole('dialog')
        .getByRole('option', { name: /Imogen/ })
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/people/*/info')
    await page.getByRole('button', { name: 'Search or jump to' }).click()
    await field.fill('event ty')
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/events/types')
    await page.keyboard.press('Control+k')
    await field.fill('all rec')
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/records')
    await page.getByRole('link', { name: /^Availability/ }).click()
    await expect(page.getByRole('heading', { name: 'Availability', exact: true })).toBeVisible()
    if (size === 'desktop') {
      const choose = async (said: string, name: RegExp) => {
        await page.keyboard.press('Control+k')
        await field.fill(said)
        await page.getByRole('dialog').getByRole('option', { name }).first().click()
      }
      await choose('mooring check', /Mooring check/)
      await expect(page.getByRole('heading', { level: 1, name: 'Mooring check' })).toBeVisible()
      await choose('beacon', /Beacon Weekend/)
      await expect(page.getByRole('heading', { level: 1, name: 'Beacon Weekend' })).toBeVisible()
      await choose('add per', /Add person/i)
      await expect(page.getByRole('heading', { name: 'Add person' })).toBeVisible()
    }
    await page.keyboard.press('Control+k')
    await field.fill('zzzz')
    await expect(page.getByText('No results.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
  })
}

test('a member is offered no people', async ({ page }) => {
  await signIn(page, 'member@harbour.test')
  const kinds = await page.evaluate(async () => {
    const { found } = (await (await fetch('/search?q=a')).json()) as { found: { kind: string }[] }
    return found.map(({ kind }) => kind)
  })
  expect(kinds).toContain('events')
  expect(kinds).not.toContain('people')
})
