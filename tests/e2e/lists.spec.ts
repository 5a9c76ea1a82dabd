import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, SIZES, signIn, siteUrl, test } from './fixtures.ts'

/** Each run works on records of its own, so that it can be repeated and runs beside others. */
const run = Date.now().toString(36)
/** Beyond the order of every other record, and of those of earlier runs. */
const ORDER = 1_000_000 + (Date.now() % 10_000_000) * 10
const nameOf = (n: number) => `Jetty ${run} ${n}`

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link', { name: `Jetty ${run}` }) })

async function open(page: Page, path: string) {
  await page.goto(siteUrl('harbour', path))
}

/** A call from the page, so that the browser's own way to the host is taken. Answers the status. */
const call = (page: Page, path: string, init: RequestInit = {}) =>
  page.evaluate(
    async ([to, how]) =>
      (await fetch(to, { ...how, headers: { 'content-type': 'application/json', ...how.headers } })).status,
    [path, init] as const,
  )

test.describe.configure({ mode: 'serial' })

test.beforeEach(({ page }) => signIn(page, 'admin@harbour.test'))

test('finds, filters by comparison, sorts by two columns, and keeps it all as a view', async ({ page }) => {
  const records = [1, 2, 3, 4].map((n) => ({
    name: nameOf(n),
    address: n % 2 ? 'North shore' : 'South shore',
    order: ORDER + n,
  }))
  expect(await call(page, '/api/locations/', { method: 'POST', body: JSON.stringify(records) })).toBe(201)
  await open(page, '/locations')
  await page.getByRole('searchbox').fill(run)
  await expect(rows(page)).toHaveCount(4)

  await page.getByRole('button', { name: 'Filter' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filter locations' })
  await drawer.getByLabel('Field').selectOption('Order')
  await drawer.getByLabel('Comparison of Order').selectOption('greater than or equal to')
  await drawer.getByRole('textbox', { name: 'Order, greater than or equal to' }).fill(String(ORDER + 2))
  await drawer.getByRole('button', { name: 'Add condition' }).click()
  const second = drawer.getByRole('group', { name: 'Condition 2' })
  await second.getByLabel('Field').selectOption('Address')
  await second.getByRole('textbox', { name: 'Address, contains' }).fill('south')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/order__gte=/)
  await page.getByRole('link', { name: /Remove the filter Order/ }).click()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Address contains south')

  await page.getByRole('link', { name: 'Address', exact: true }).click()
  await page.getByRole('link', { name: 'Name', exact: true }).click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/sort=address%2Cname/)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByLabel('Archived').click()
  await expect(page.getByRole('columnheader', { name: 'Archived' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('Required.')).toBeVisible()
  await page.getByLabel('Name of the view').fill(`South ${run}`)
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('link', { name: `South ${run}` })).toBeVisible()
  await open(page, '/locations')
  await page.getByRole('link', { name: `South ${run}` }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('columnheader', { name: 'Archived' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `More for the view South ${run}` }).click()
  await page.getByRole('menuitem', { name: 'Remove this view' }).click()
  await expect(page.getByRole('link', { name: `South ${run}` })).toBeHidden()
})

test('changes many with a preview, deletes many and brings them back', async ({ page }) => {
  await open(page, `/locations?search=${run}&limit=10`)
  await page.getByLabel('Select the rows of this page').check()
  await expect(page.getByText('4 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 4 selected' })
  await dialog.getByLabel('New value').fill('North shore')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('2 of 4 will change.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Examples' })).toContainText('South shore → North shore')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change 2' }).click()
  await expect(page.getByText('2 changed')).toBeVisible()
  await expect(page.getByText('South shore')).toHaveCount(0)

  await page.getByLabel(`Select ${nameOf(1)}`).check()
  await page.getByLabel(`Select ${nameOf(2)}`).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'Delete 2 selected' }).getByRole('button', { name: 'Delete 2' }).click()
  await expect(page.getByText('2 locations deleted')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Everything is back.')).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
})

test('exports all matches, not the page', async ({ page }) => {
  await open(page, `/locations?search=${run}&limit=10&order__gt=${ORDER + 1}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export 3 as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('locations-export.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text.trim().split('\r\n')).toHaveLength(4)
})

test('makes a record from a select, and warns before what is typed is lost', async ({ page }) => {
  const place = `Boathouse ${run}`
  await open(page, '/equipment?add=1')
  await page.getByLabel('Name').fill(`Radio ${run}`)
  const select = page.getByRole('combobox', { name: 'Location' })
  await select.click()
  await expect(page.getByText('Search first, to avoid duplicates')).toBeVisible()
  await select.fill(place)
  await page.getByRole('option', { name: `Add “${place}”` }).click()
  await expect(select).toHaveValue(place)
  await page.getByRole('link', { name: 'Locations', exact: true }).click()
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Add equipment' }).click()
  await expect(page.getByRole('heading', { name: `Radio ${run}` })).toBeVisible()
  await expect(page).toHaveURL(/\/equipment\/\d+/)
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(place)
})

test('puts records in order by keyboard only', async ({ page }) => {
  await open(page, '/locations')
  await page.getByRole('button', { name: 'Order', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Order of locations' })
  await dialog.getByRole('button', { name: `Move ${nameOf(2)} up` }).focus()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save order' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await open(page, `/locations?search=${run}`)
  await expect(rows(page).first()).toContainText(nameOf(2))
})

test('opens, changes and closes a record by keyboard only', async ({ page }) => {
  await open(page, `/locations?search=${run}`)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('link', { name: nameOf(3) }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: nameOf(3) })).toBeFocused()
  await page.getByLabel('Address').focus()
  await page.keyboard.type(' by the crane')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Save changes' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows(page).filter({ hasText: 'by the crane' })).toHaveCount(1)
})

test('shows the key of a program once, and refuses it when it is revoked', async ({ page }) => {
  await open(page, '/apikeys?add=1')
  await page.getByLabel('Name').fill(`Sync ${run}`)
  await page.getByRole('button', { name: 'Add API key' }).click()
  const shown = page.getByRole('region', { name: `Sync ${run} is made` })
  const key = await shown.locator('code').textContent()
  expect(key).toMatch(/^wb_/)
  const program = { credentials: 'omit', headers: { authorization: `Bearer ${key}` } } as const
  expect(await call(page, '/api/roles/', program)).toBe(200)
  await shown.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('link', { name: `Sync ${run}` }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke for good' }).click()
  await expect(page.getByRole('button', { name: 'Revoke' })).toBeHidden()
  expect(await call(page, '/api/roles/', program)).toBe(401)
})

for (const [name, size] of Object.entries(SIZES))
  test(`all areas are accessible and fit (${name})`, async ({ page }) => {
    await page.setViewportSize(size)
    for (const address of [
      '/profilefields?add=1',
      '/training',
      '/competencies?add=1',
      '/news?add=1',
      '/kiosks',
      '/equipment',
      '/apikeys',
      '/roles?order__gte=0&name=a',
      '/people/list?joined__gte=2001-01-01&limit=-1',
      `/locations?search=${run}`,
    ]) {
      await open(page, address)
      await expectAccessible(page)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        address,
      ).toBeLessThanOrEqual(0)
    }
  })
