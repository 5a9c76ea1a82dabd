import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, SIZES, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'

const run = randomUUID().slice(0, 8)

const call = (page: Page, method: string, path: string, body: unknown) =>
  page.evaluate(
    async ([to, how, what]) =>
      (
        await fetch(to, { method: how, headers: { 'content-type': 'application/json' }, body: JSON.stringify(what) })
      ).json(),
    [path, method, body] as const,
  )

const saved = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/api/shifts/staged'))

test('shifts are staged beside their list and saved together without overwriting others; a file can be imported', async ({
  page,
}) => {
  await page.setViewportSize(SIZES.desktop)
  await signIn(page, 'admin@harbour.test')
  const times = { start: '2028-03-04T09:00:00Z', end: '2028-03-04T12:00:00Z' }
  const event = (await call(page, 'POST', '/api/events/', { name: `Staged ${run}`, ...times })).order[0] as number
  const [first, second] = (
    await call(page, 'POST', '/api/shifts/', [
      { event, ...times, notes: 'one' },
      { event, start: '2028-03-04T12:00:00Z', end: '2028-03-04T15:00:00Z', notes: 'two' },
    ])
  ).order as [number, number]
  const list = siteUrl('harbour', `/shifts?view=all&event=${event}&sort=start`)
  await page.goto(list)
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Staged ${run}` }) })
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('link').click()
  const panel = page.getByRole('complementary')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  const note = panel.getByLabel('Notes')
  await expect(note).toHaveValue('one')
  await expect(panel).toContainText('The person on the shift can see this')
  await note.fill('first changed')
  await expect(bar).toContainText('1 change to shifts, not saved')
  await expect(rows.first()).toContainText('Changed, not saved')

  await panel.getByRole('link', { name: 'Next record (J)' }).click()
  await expect(note).toHaveValue('two')
  const person = panel.getByRole('combobox', { name: 'Person' }).or(panel.getByLabel('Person')).first()
  await person.fill('Desmond')
  await page.getByRole('option', { name: /Desmond Akinwande/ }).click()
  await expect(rows.nth(1)).toContainText('Desmond Akinwande')
  await expect(bar).toContainText('2 changes to shifts, not saved')
  await expectAccessible(page)

  await call(page, 'PUT', '/api/shifts/', { id: first, notes: 'theirs' })
  const [refused] = await Promise.all([saved(page), bar.getByRole('button', { name: 'Save' }).click()])
  expect(refused.status()).toBe(409)
  await expect(bar.getByRole('alert')).toContainText('has changed it. Nothing is saved yet.')
  await bar.getByRole('button', { name: 'Keep mine' }).click()
  const [stored] = await Promise.all([saved(page), bar.getByRole('button', { name: 'Save' }).click()])
  expect(stored.status()).toBe(200)
  await expect(bar).toBeHidden()
  const { results } = await page.evaluate(
    async (ids) => (await fetch(`/api/shifts/?id=${ids}`)).json(),
    `${first},${second}`,
  )
  expect([results.shifts[first].notes, results.shifts[second].notes]).toEqual(['first changed', 'two'])
  expect(results.shifts[second].person).toEqual(expect.any(Number))

  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import shifts' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'shifts.csv', mimeType: 'text/csv', buffer: Buffer.from(`id,notes\n${second},by file\n`) })
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(dialog).toBeHidden()
  await expect(note).toHaveValue('by file')

  await page.setViewportSize(SIZES.phone)
  await note.fill('on the phone')
  await panel.getByRole('link', { name: 'Back to shifts' }).click()
  await expect(bar).toContainText('1 change to shifts, not saved')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(bar).toBeHidden()
  await expect(rows.first()).toBeVisible()
})
