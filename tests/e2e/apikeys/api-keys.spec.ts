import { randomUUID } from 'node:crypto'
import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'
import { call } from '#tests/e2e/records.ts'

const run = randomUUID().slice(0, 8)

test.beforeEach(({ page }) => enter(page, 'admin@harbour.test'))

test('shows an API key once, and refuses it when revoked', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/apikeys?add=1'))
  await page.getByLabel('Name').fill(`Sync ${run}`)
  await page.getByRole('button', { name: 'Add API key' }).click()
  const shown = page.getByRole('region', { name: `Sync ${run} is created` })
  const key = await shown.locator('code').textContent()
  expect(key).toMatch(/^wb_/)
  const program = { credentials: 'omit', headers: { authorization: `Bearer ${key}` } } as const
  expect(await call(page, '/api/roles/', program)).toBe(200)
  await shown.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('link', { name: `Sync ${run}` }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke permanently' }).click()
  await expect(page.getByRole('button', { name: 'Revoke' })).toBeHidden()
  expect(await call(page, '/api/roles/', program)).toBe(401)
})

test('an API key gets access to single areas, by keyboard only', async ({ page }) => {
  const name = `Roster board phone ${run}`
  await page.setViewportSize(SIZES.phone)
  await page.goto(siteUrl('harbour', '/apikeys?add=1'))
  await page.getByLabel('Name').fill(name)
  await expect(page.getByText('An API key can never add, change or remove admins')).toBeVisible()
  await page.getByRole('radio', { name: 'All areas' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Selected areas' })).toBeChecked()
  await expect(page.getByLabel('Scope', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add API key' }).press('Enter')
  await expect(page.getByText('Choose at least one area.')).toBeVisible()
  await expectSoundAtEachSize(page)
  await page.getByRole('combobox', { name: 'Shifts' }).selectOption('Read and write')
  await page.getByRole('combobox', { name: 'People' }).selectOption('Read')
  await page.getByRole('button', { name: 'Add API key' }).press('Enter')
  const shown = page.getByRole('region', { name: `${name} is created` })
  const key = await shown.locator('code').textContent()
  const program = { credentials: 'omit', headers: { authorization: `Bearer ${key}` } } as const
  expect(await call(page, '/api/roles/', program)).toBe(200)
  expect(await call(page, '/api/people/', program)).toBe(200)
  expect(await call(page, '/api/events/', program)).toBe(403)
  await shown.getByRole('link', { name: 'Done' }).press('Enter')
  await expect(page.getByText('People: read, Shifts: write').first()).toBeVisible()
  await page.getByRole('link', { name }).press('Enter')
  await expect(page.getByText('Scopes People: read, Shifts: write')).toBeVisible()
  await expectSoundAtEachSize(page)
})
