import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { answering, expect, holdRequests, idle, signIn, siteUrl, test } from './fixtures.ts'
import { expectSoundAtEachSize } from './own-member.ts'
import { make } from './records.ts'

const run = randomUUID().slice(0, 8)

const ORDER = 2_000_000 + (Date.now() % 10_000_000) * 10

const open = (page: Page, path: string) => page.goto(siteUrl('harbour', path))

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

test('a select offers fifty records and the chosen one, searches when typing pauses, and feeds a filter', async ({
  page,
}) => {
  const places = Array.from({ length: 60 }, (_, n) => ({ name: `Berth ${run} ${n + 100}`, order: ORDER + 100 + n }))
  const made = await make(page, 'locations', places)
  const last = `Berth ${run} 159`
  const things = [
    { name: `Bell ${run} there`, location: made[59] },
    { name: `Bell ${run} elsewhere`, location: made[0] },
  ]
  const bells = await make(page, 'equipment', things)
  expect(bells).toHaveLength(2)
  await open(page, `/equipment?search=bell+${run}`)
  await page.getByRole('link', { name: `Bell ${run} there` }).click()
  const select = page.getByRole('combobox', { name: 'Location' })
  await expect(select).toHaveValue(last)
  await select.click()
  const offered = page.getByRole('listbox', { name: 'Location' }).getByRole('option')
  await expect(offered).toHaveCount(51)
  await expect(offered.first()).toHaveText(last)
  const asked: { search: string | null; at: number }[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/options/locations')
      asked.push({ search: url.searchParams.get('search'), at: performance.now() })
  })
  const typed = performance.now()
  await select.fill(`berth ${run} 15`)
  await expect(offered.filter({ hasText: /^Berth/ })).toHaveCount(10)
  expect(asked.map(({ search }) => search)).toEqual([`berth ${run} 15`])
  expect((asked[0]?.at ?? 0) - typed).toBeGreaterThanOrEqual(400)
  await page.keyboard.press('Escape')
  await expect(select).toHaveValue(last)
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Equipment' })).toBeVisible()

  await page.getByRole('button', { name: 'Filter' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filter equipment' })
  await drawer.getByLabel('Field').selectOption('Location')
  await drawer.getByRole('textbox', { name: 'Location, is' }).fill(last)
  await page.getByRole('option', { name: last }).click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('link', { name: `Bell ${run} elsewhere` })).toBeHidden()
  await expect(page.getByRole('link', { name: `Bell ${run} there` })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(last)
  // Otherwise they would be in the way of tests that reorder locations.
  const remove = (collection: string, ids: (number | undefined)[]) =>
    page.evaluate(
      (paths) => Promise.all(paths.map(async (path) => (await fetch(path, { method: 'DELETE' })).status)),
      ids.map((id) => `/api/${collection}/${id}/`),
    )
  const gone = [...(await remove('equipment', bells)), ...(await remove('locations', made))]
  expect(new Set(gone)).toEqual(new Set([204]))
})

test('a series lists only its own events, with links to their rosters', async ({ page }) => {
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

test('a kiosk shows its code once, gets a new one on demand, and stays revoked', async ({ page }) => {
  await open(page, '/kiosks?add=1')
  await page.getByLabel('Name').fill(`Door ${run}`)
  await page.getByRole('button', { name: 'Add kiosk' }).click()
  const shown = page.getByRole('region', { name: `Door ${run} is added` })
  const first = await shown.locator('code').textContent()
  expect(first).toMatch(/\S{6}/)
  await shown.getByRole('link', { name: 'Done' }).click()
  const card = page.getByRole('listitem').filter({ hasText: `Door ${run}` })
  await expect(card).toContainText('Not paired yet')
  await expect(card).not.toContainText('seen')
  await card.getByRole('checkbox', { name: `Select Door ${run}` }).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await card.getByRole('checkbox').uncheck()
  await card.getByRole('button', { name: `New pairing code for Door ${run}` }).click()
  const sheet = page.getByRole('dialog', { name: `Set up Door ${run}` })
  await expect(sheet.locator('code')).toHaveText(/\S{6}/)
  await expect(sheet.locator('code')).toHaveCSS('font-size', '40px')
  await expect(sheet.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
  await expect(sheet.getByRole('timer')).toHaveText(/Works for (10:00|9:\d\d) more/)
  await expectSoundAtEachSize(page)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search kiosks' }).fill(`no such door ${run}`)
  await expect(page.getByText('No kiosks match')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await card.getByRole('link', { name: `Door ${run}` }).press('Enter')
  const panel = page.getByRole('complementary', { name: `Door ${run}` })
  await expect(panel.getByRole('heading', { name: `Door ${run}` })).toBeVisible()
  await expect(page).toHaveURL(/\/kiosks\/\d+/)
  await expect(page).toHaveTitle(/Kiosks/)
  await panel.getByRole('button', { name: 'New pairing code' }).click()
  const code = page.getByRole('dialog').locator('code')
  await expect(code).toHaveText(/\S{6}/)
  expect(await code.textContent()).not.toBe(first)
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Revoke' }).click()
  await panel.getByRole('button', { name: 'Revoke permanently' }).click()
  await expect(panel.getByRole('button', { name: 'Revoke' })).toBeHidden()
  await expect(panel.getByRole('button', { name: 'New pairing code' })).toBeHidden()
})

test('a pairing code ends in its sheet after ten minutes, and is made again there', async ({ browser, page }) => {
  const [id] = await make(page, 'kiosks', [{ name: `Shed ${run}` }])
  const context = await browser.newContext()
  const other = answering(await context.newPage())
  await signIn(other, 'admin@harbour.test')
  await other.clock.install()
  await open(other, `/kiosks/${id}`)
  await other.getByRole('complementary').getByRole('button', { name: 'New pairing code' }).click()
  const sheet = other.getByRole('dialog', { name: `Set up Shed ${run}` })
  await expect(sheet.locator('code')).toBeVisible()
  await other.clock.fastForward('10:01')
  await expect(sheet.getByText('This code has expired.')).toBeVisible()
  await expect(sheet.locator('code')).toHaveCount(0)
  await sheet.getByRole('button', { name: 'New pairing code' }).click()
  await expect(sheet.locator('code')).toBeVisible()
  await context.close()
})

test('adds a competency record for a person found by name, and reassigns it', async ({ page }) => {
  const [name, other] = [`Recorded ${run}`, `Another ${run}`]
  const emails = [`recorded-${run}@example.org`, `another-${run}@example.org`]
  await make(page, 'people', [
    { name, email: emails[0] },
    { name: other, email: emails[1] },
  ])
  await make(page, 'competencies', [{ name: `Knots ${run}` }])
  const pick = async (label: string, chosen: string) => {
    await page.getByRole('combobox', { name: label }).fill(chosen)
    await page.getByRole('option', { name: chosen, exact: true }).click()
  }
  await open(page, '/records/records?add=1')
  await pick('Person', name)
  await pick('Competency', `Knots ${run}`)
  await page.getByLabel('Achieved').fill('2026-05-01')
  // The page is requested once, however slowly it loads: each further request would cancel the previous one.
  const { count, release } = await holdRequests(page, /records\/records\/\d+\?_data=root/)
  await page.getByRole('button', { name: 'Add record' }).click()
  await expect.poll(count).toBe(1)
  await idle(page)
  release()
  await expect(page).toHaveURL(/\/records\/records\/\d+/)
  expect(count()).toBe(1)
  const row = page.getByRole('row').filter({ hasText: `Knots ${run}` })
  await expect(row).toContainText(name)
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue(name)
  await pick('Person', other)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(row).toContainText(other)
})
