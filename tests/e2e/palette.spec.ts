import { expect, SIZES, signIn, siteUrl, test } from './fixtures.ts'
import { expectSoundAtEachSize } from './own-member.ts'
import { call, make } from './records.ts'

test('the palette finds people, events and screens by keyboard', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
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
  await expectSoundAtEachSize(page)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/people/*/info')
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await field.fill('event ty')
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/events/types')
  await page.keyboard.press('Control+k')
  await field.fill('api ref')
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/apidocs')
  await page.getByRole('link', { name: 'Availability', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Availability', exact: true })).toBeVisible()
  const choose = async (said: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await field.fill(said)
    await page.getByRole('dialog').getByRole('option', { name }).first().click()
  }
  await choose('mooring check', /Mooring check/)
  await expect(page.getByRole('heading', { level: 1, name: 'Mooring check' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('mooring check')
  const options = page.getByRole('dialog').getByRole('option')
  await expect(options.first()).toHaveAccessibleName(/Mooring check/)
  await page.keyboard.press('ArrowRight')
  await expect(options).toHaveText(['Roster', 'Message', 'Publish'])
  await expectSoundAtEachSize(page)
  await page.keyboard.press('Escape')
  await expect(options.first()).toHaveAccessibleName(/Mooring check/)
  await page.keyboard.press('ArrowRight')
  await options.filter({ hasText: 'Publish' }).click()
  await expect(page.getByRole('dialog', { name: /Publish/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await choose('race officer', /^Race Officer/)
  await page.waitForURL('**/assignments/*')
  await choose('beacon', /Beacon Weekend/)
  await expect(page.getByRole('heading', { level: 1, name: 'Beacon Weekend' })).toBeVisible()
  await choose('add per', /Add person/i)
  await expect(page.getByRole('heading', { name: 'Add person' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('zzzz')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
})

test('a member is offered no people', async ({ page }) => {
  await signIn(page, 'member@harbour.test')
  const kinds = await page.evaluate(async () => {
    const { found } = (await (await fetch('/search?q=a')).json()) as { found: { kind: string }[] }
    return found.map(({ kind }) => kind)
  })
  expect(kinds).toContain('events')
  expect(kinds).not.toContain('people')
})

test('keys open screens, what can be created and their own list; they can be switched off', async ({ page }) => {
  await signIn(page, 'admin@harbour.test')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox')
  await page.keyboard.press('Control+k')
  await field.fill('imogen')
  // The second key comes before the dialog has disappeared.
  await field.evaluate(async (input) => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await Promise.resolve()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
  })
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await field.pressSequentially('gc?')
  await expect(field).toHaveValue('gc?')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.waitForURL('**/events/calendar')
  await page.keyboard.press('c')
  await field.fill('add per')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Add person' })).toBeVisible()
  await page.reload()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(dialog.getByText('Go to the calendar')).toBeVisible()
  await expectSoundAtEachSize(page)
  await dialog.getByRole('switch', { name: 'Shortcuts of one key' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await dialog.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(dialog.getByRole('switch', { name: 'Shortcuts of one key' })).not.toBeChecked()
})

test('the empty search shows an admin the people on a shift now, with their numbers', async ({ page }) => {
  const run = `watch-${Date.now().toString(36)}`
  await page.setViewportSize(SIZES.phone)
  await signIn(page, 'admin@harbour.test')
  const phone = '+447700900355'
  const [person] = await make(page, 'people', [{ name: `Ragnhild ${run}`, email: `${run}@example.org`, phone }])
  const times = {
    start: new Date(Date.now() - 60_000).toISOString(),
    end: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const [event] = await make(page, 'events', [{ name: 'Night watch', ...times }])
  await make(page, 'shifts', [{ event, person, ...times }])
  expect(await call(page, `/api/events/${event}/publish`, { method: 'PUT' })).toBe(200)
  await page.goto(siteUrl('harbour', '/roles'))
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  const onNow = page.getByRole('dialog').getByRole('option', { name: `Ragnhild ${run}, Night watch` })
  await expect(onNow).toContainText(phone)
  await expectSoundAtEachSize(page)
})
