import type { Page } from '@playwright/test'
import { expect, signIn, siteUrl, test } from './fixtures.ts'

/** Each run works on records of its own, so that it can be repeated and runs beside others. */
const run = Date.now().toString(36)

const open = (page: Page, path: string) => page.goto(siteUrl('harbour', path))

/** Makes records by a call from the page, so that the browser's own way to the host is taken. Answers their ids. */
const make = (page: Page, collection: string, records: object[]) =>
  page.evaluate(
    async ([to, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/api/${to}/`, { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { order: number[] }).order
    },
    [collection, records] as const,
  )

test.beforeEach(({ page }) => signIn(page, 'admin@harbour.test'))

test('a filter takes days, choices, yes or no, and records', async ({ page }) => {
  const people = [
    { name: `Filtered ${run} early`, joined: '2019-05-01' },
    { name: `Filtered ${run} late`, joined: '2024-05-01' },
    { name: `Filtered ${run} admin`, joined: '2024-06-01', role: 'admin' },
    { name: `Filtered ${run} away`, joined: '2024-07-01', is_active: false },
  ].map((person, n) => ({ ...person, email: `filtered-${run}-${n}@example.org` }))
  expect(await make(page, 'people', people)).toHaveLength(4)
  await open(page, `/people/list?view=all&search=filtered+${run}`)
  const found = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Filtered ${run}` }) })
  await expect(found).toHaveCount(4)
  await page.getByRole('button', { name: 'Filter' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filter people' })
  const condition = (n: number) => drawer.getByRole('group', { name: `Condition ${n}` })
  await condition(1).getByLabel('Field').selectOption('Joined')
  await condition(1).getByLabel('Comparison of Joined').selectOption('on or after')
  await condition(1).getByLabel('Joined, on or after').fill('2024-05-01')
  await drawer.getByRole('button', { name: 'Add condition' }).click()
  await condition(2).getByLabel('Field').selectOption('Access role')
  await condition(2).getByRole('textbox', { name: 'Access role, is' }).click()
  await drawer.getByRole('option', { name: 'User' }).click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Add condition' }).click()
  await condition(3).getByLabel('Field').selectOption('Active')
  await condition(3).getByLabel('Active, is').selectOption('Yes')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('late')
  await expect(page).toHaveURL(/joined__gte=2024-05-01/)
})

test('the events of a series stand alone under its name, and lead to their rosters', async ({ page }) => {
  const [id] = await make(page, 'series', [{ name: `Regatta ${run}` }])
  const day = { start: '2027-05-01T09:00:00Z', end: '2027-05-01T12:00:00Z' }
  await make(page, 'events', [
    { name: `Heat ${run}`, series: id, ...day },
    { name: `Final ${run}`, series: id, ...day },
    { name: `Other ${run}`, ...day },
  ])
  await open(page, `/series/list/${id}`)
  await page.getByRole('link', { name: 'Open page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Regatta ${run}` })).toBeVisible()
  await expect(page).toHaveTitle(/Series Events/)
  await expect(page).toHaveURL(new RegExp(`/series/events/${id}$`))
  const events = page.getByRole('row').filter({ hasText: run })
  await expect(events).toHaveCount(2)
  await expect(events.filter({ hasText: 'Other' })).toHaveCount(0)
  await page.getByRole('link', { name: `Heat ${run}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Heat ${run}` })).toBeVisible()
})

test('a kiosk is given its code once, another on demand, and is revoked for good', async ({ page }) => {
  await open(page, '/kiosks?add=1')
  await page.getByLabel('Name').fill(`Door ${run}`)
  await page.getByRole('button', { name: 'Add kiosk' }).click()
  const shown = page.getByRole('region', { name: `Door ${run} is added` })
  const first = await shown.locator('code').textContent()
  expect(first).toMatch(/\S{6}/)
  await shown.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('link', { name: `Door ${run}` }).click()
  await expect(page.getByRole('heading', { name: `Door ${run}` })).toBeVisible()
  await expect(page).toHaveURL(/\/kiosks\/\d+/)
  await expect(page).toHaveTitle(/Kiosks/)
  await page.getByRole('button', { name: 'New pairing code' }).click()
  const code = page.getByRole('status').locator('code')
  await expect(code).toHaveText(/\S{6}/)
  expect(await code.textContent()).not.toBe(first)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke for good' }).click()
  await expect(page.getByRole('button', { name: 'Revoke' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'New pairing code' })).toBeHidden()
})
