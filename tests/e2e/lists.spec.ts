import { readFile } from 'node:fs/promises'
import { enter, expect, expectAccessible, SIZES } from './fixtures.ts'
import { open, test } from './jetties.ts'
import { call, make } from './records.ts'

test('finds, filters by comparison, sorts by two columns, and keeps it all as a view', async ({ page, jetties }) => {
  const { run, order } = jetties
  await open(page, '/records/locations')
  await page.getByRole('searchbox').fill(run)
  await expect(jetties.rows()).toHaveCount(4)

  await page.getByRole('button', { name: 'Filter' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filter locations' })
  await drawer.getByLabel('Field').selectOption('Order')
  await drawer.getByLabel('Comparison of Order').selectOption('greater than or equal to')
  await drawer.getByRole('textbox', { name: 'Order, greater than or equal to' }).fill(String(order + 2))
  await drawer.getByRole('button', { name: 'Add condition' }).click()
  const second = drawer.getByRole('group', { name: 'Condition 2' })
  await second.getByLabel('Field').selectOption('Address')
  await second.getByRole('textbox', { name: 'Address, contains' }).fill('south')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(jetties.rows()).toHaveCount(2)
  await expect(page).toHaveURL(/order__gte=/)
  await page.getByRole('link', { name: /Remove the filter Order/ }).click()
  await expect(page).not.toHaveURL(/order__gte=/)
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
  await page.getByLabel('View name').fill(`South ${run}`)
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('link', { name: `South ${run}` })).toBeVisible()
  await open(page, '/records/locations')
  await page.getByRole('link', { name: `South ${run}` }).click()
  await expect(jetties.rows()).toHaveCount(2)
  await expect(page.getByRole('columnheader', { name: 'Archived' })).toBeVisible()
  await expectAccessible(page)
  const more = (name: string) => page.getByRole('button', { name: `Options for the view ${name} ${run}` })
  await more('South').click()
  await page.getByRole('menuitem', { name: 'Rename this view' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename this view' })
  await renaming.getByLabel('View name').fill(`Shore ${run}`)
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('link', { name: `Shore ${run}` })).toBeVisible()
  await page.getByRole('link', { name: /Remove the filter Address/ }).click()
  await expect(jetties.rows()).toHaveCount(4)
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByLabel('View name').fill(`shore ${run}`)
  await expect(page.getByText('A view with this name already exists.')).toBeVisible()
  await page.getByRole('button', { name: 'Replace view' }).click()
  await expect(more('shore')).toBeVisible()
  await more('shore').click()
  await page.getByRole('menuitem', { name: 'Remove this view' }).click()
  await expect(page.getByRole('link', { name: `shore ${run}` })).toBeHidden()
})

test('changes many with a preview, deletes many and brings them back', async ({ page, jetties }) => {
  const { run, nameOf, order } = jetties
  await open(page, `/records/locations?search=${run}&limit=10`)
  await page.getByLabel('Select all rows on this page').check()
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
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Undo an earlier change' }).click()
  await page.getByRole('menuitem', { name: /^2 changed/ }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  await expect(page.getByText('South shore')).toHaveCount(2)

  const [briefly] = await make(page, 'locations', [{ name: `${nameOf(5)}, briefly`, order: order + 5 }])
  await page.reload()
  for (const name of [nameOf(1), nameOf(2), `${nameOf(5)}, briefly`]) await page.getByLabel(`Select ${name}`).check()
  expect(await call(page, `/api/locations/${briefly}/`, { method: 'DELETE' })).toBe(204)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete 2 selected' })
  await expect(deleting.getByText('1 of them has already been deleted.')).toBeVisible()
  await deleting.getByRole('button', { name: 'Delete 2' }).click()
  await expect(page.getByText('2 locations deleted')).toBeVisible()
  await expect(jetties.rows()).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  await expect(jetties.rows()).toHaveCount(4)
})

test('a search and a filter combine, and an invalid one is explained', async ({ page, jetties }) => {
  const { run, order } = jetties
  await open(page, '/records/locations')
  await page.getByRole('button', { name: 'Filter' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filter locations' })
  await drawer.getByLabel('Field').selectOption('Order')
  const value = drawer.getByRole('textbox', { name: 'Order, equal to' })
  await value.fill('many')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(drawer.getByText('Enter a number.')).toBeVisible()
  await value.fill(String(order + 3))
  await page.evaluate(() => window.scrollTo(0, 0))
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('searchbox').fill(run)
  await expect(page).toHaveURL(/search=/)
  await expect(page).toHaveURL(/order=/)
  await expect(jetties.rows()).toHaveCount(1)
})

test('a search that waits for a pause in typing keeps the tab opened meanwhile, and delays no other page', async ({
  page,
}) => {
  await enter(page, 'admin@harbour.test')
  await open(page, '/shifts?view=all')
  // Ends the pause right after the press of the tab, before the page is redrawn.
  await page.evaluate(() => {
    const { setTimeout } = window
    window.setTimeout = ((act: () => void, ms?: number, ...given: unknown[]) => {
      if (ms !== 400) return setTimeout(act, ms, ...given)
      Object.assign(window, { endPause: act })
      return 1
    }) as typeof setTimeout
  })
  const search = page.getByRole('searchbox', { name: 'Search shifts' })
  await search.fill('Sunday')
  await page
    .getByRole('navigation', { name: 'Views of shifts' })
    .getByRole('link', { name: 'Confirmed' })
    .evaluate((tab: HTMLElement) => {
      tab.click()
      ;(window as unknown as { endPause: () => void }).endPause()
    })
  await expect(page).toHaveURL(/search=Sunday/)
  await expect(page).toHaveURL(/view=confirmed/)

  await search.fill('Sunday Points')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.evaluate(() => (window as unknown as { endPause: () => void }).endPause())
  await expect(page).toHaveURL(/\/people/)
})

test('takes all matches beyond the page', async ({ page, run }) => {
  const many = Array.from({ length: 12 }, (_, n) => ({ name: `Mooring ${run} ${n}` }))
  await open(page, '/records/locations')
  expect(await call(page, '/api/locations/', { method: 'POST', body: JSON.stringify(many) })).toBe(201)
  await open(page, `/records/locations?search=mooring+${run}&limit=10`)
  const shown = page.getByText(/^\d+–\d+ of \d+$/)
  const size = page.getByLabel('Rows per page')
  await expect(shown).toHaveText('1–10 of 12')
  expect(await size.locator('option').allTextContents()).toEqual([
    '10 per page',
    '25 per page',
    '50 per page',
    '100 per page',
    'All',
  ])
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(shown).toHaveText('11–12 of 12')
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await size.selectOption('All')
  await expect(shown).toHaveText('1–12 of 12')
  await expect(page).toHaveURL(/limit=-1/)
  await size.selectOption('10 per page')
  await expect(shown).toHaveText('1–10 of 12')
  await page.getByLabel('Select all rows on this page').check()
  await expect(page.getByText('10 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 12 results' }).click()
  await expect(page.getByText('12 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'Delete 12 selected' }).getByRole('button', { name: 'Delete 12' }).click()
  await expect(page.getByText('12 locations deleted')).toBeVisible()
  await expect(page.getByText(/^No locations match/)).toBeVisible()
})

test('imports a file: errors by row first, then new and changed rows', async ({ page, jetties }) => {
  const { run, nameOf, order } = jetties
  await open(page, `/records/locations?search=${run}`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import locations' })
  const choose = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(`name,address,order,colour\n${nameOf(1)},East shore,${order + 1},red\n,Nowhere,1,\nIsle ${run},,x,\n`)
  await expect(dialog.getByText('2 with errors')).toBeVisible()
  await expect(dialog.getByText('Ignored columns: colour.')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'Required.' })).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled()
  await expectAccessible(page)
  let letGo = () => {}
  const held = new Promise<void>((go) => {
    letGo = go
  })
  const preview = '**/api/locations?preview=true'
  await page.route(preview, (route) => held.then(() => route.continue()), { times: 1 })
  await choose(`name\nReplaced ${run}\n`)
  await choose(`name,address,order\n${nameOf(1)},East shore,${order + 1}\nIsle ${run},,${order}\n`)
  await expect(dialog.getByText('East shore')).toBeVisible()
  const late = page.waitForResponse(preview)
  letGo()
  await (await late).finished()
  await expect(dialog.getByText('East shore')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('1 added, 1 changed')).toBeVisible()
  await expect(page.getByRole('link', { name: `Isle ${run}` })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  await expect(page.getByRole('link', { name: `Isle ${run}` })).toBeHidden()
})

test('exports all matches, not the page', async ({ page, jetties }) => {
  const { run, order } = jetties
  await open(page, `/records/locations?search=${run}&limit=10&order__gt=${order + 1}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export 3 as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('locations-export.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text.trim().split('\r\n')).toHaveLength(4)
})

test('creates a record from a select, and warns before typed text is lost', async ({ page, run }) => {
  const place = `Boathouse ${run}`
  await open(page, '/records/equipment?add=1')
  await page.getByLabel('Name').fill(`Radio ${run}`)
  const select = page.getByRole('combobox', { name: 'Location' })
  await select.click()
  await expect(page.getByText('Search first to avoid duplicates')).toBeVisible()
  await select.fill(place)
  await page.getByRole('option', { name: `Add “${place}”` }).click()
  await expect(select).toHaveValue(place)
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click()
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const warning = await asked
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
  await expect(page.getByLabel('Name')).toHaveValue(`Radio ${run}`)
  await page.getByRole('button', { name: 'Add equipment' }).click()
  await expect(page.getByRole('heading', { name: `Radio ${run}` })).toBeVisible()
  await expect(page).toHaveURL(/\/records\/equipment\/\d+/)
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(place)
})

test('opens, changes and closes a record by keyboard only', async ({ page, jetties }) => {
  const { run, nameOf } = jetties
  await open(page, `/records/locations?search=${run}`)
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
  await expect(jetties.rows().filter({ hasText: 'by the crane' })).toHaveCount(1)
})

test('on a phone a list can be searched, filtered, ordered, changed and imported', async ({ page, jetties }) => {
  const { run, nameOf } = jetties
  await page.setViewportSize(SIZES.phone)
  await open(page, '/records/locations')
  await page.getByRole('searchbox').fill(run)
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('button', { name: 'Filter' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filter locations' })
  await drawer.getByLabel('Field').selectOption('Name')
  await drawer.getByRole('textbox', { name: 'Name, contains' }).fill('jetty')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(jetties.rows()).toHaveCount(4)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByLabel('Archived').click()
  await page.keyboard.press('Escape')
  await expect(jetties.rows().first().locator('td[data-label="Archived"]')).toHaveText('No')
  await page.getByLabel(`Select ${nameOf(4)}`).check()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 1 selected' })
  await dialog.getByLabel('New value').fill('West shore')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Change 1' }).click()
  await expect(jetties.rows().filter({ hasText: 'West shore' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  const ordering = page.getByRole('dialog', { name: 'Order of locations' })
  await expect(ordering.getByRole('button', { name: `Drag ${nameOf(4)}` })).toBeAttached()
  await ordering.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('dialog', { name: 'Import locations' })).toBeVisible()
})
