import { enter, expect, expectAccessible, keepUndo, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectFits } from '#tests/e2e/own-member.ts'
import { make } from '#tests/e2e/records.ts'

const run = Date.now() % 100_000
const NAME = `Regatta ${run}`

test.beforeEach(({ page }) => enter(page, 'admin@harbour.test'))

test('a setup list has its title and tools; a record is added, changed, undone and archived', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/events/types'))
  await expect(page).toHaveTitle(/^Event Types/)
  await expect(page.getByRole('heading', { level: 1, name: 'Event Types' })).toBeVisible()
  for (const tool of ['Filter', 'Sort', 'Order']) await expect(page.getByRole('button', { name: tool })).toBeVisible()
  await page.getByRole('link', { name: 'Add event type' }).first().click()
  await page.getByLabel('Name').fill(NAME)
  await page.getByRole('radio', { name: 'Violet' }).check({ force: true })
  await page.getByLabel('Usual length, hours').fill('7')
  await page.getByLabel('Usual length, minutes').fill('30')
  await page.getByRole('button', { name: 'Add event type' }).click()
  await expect(page).toHaveURL(/\/events\/types\/\d+$/)
  await expect(page.getByText('Not used yet, so nothing else changes.')).toBeVisible()
  await page.getByLabel('Name').fill(`${NAME} cup`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/ changed\.$/)).toBeVisible()
  await keepUndo(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(NAME)
  await page.setViewportSize(SIZES.phone)
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole('checkbox', { name: 'Archived' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/ changed\.$/)).toBeVisible()
  await page.goto(siteUrl('harbour', `/events/types?view=archived&search=${run}`))
  await expect(page.getByRole('link', { name: NAME })).toBeVisible()
})

test('a used record lists its uses, and is merged into another', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/locations'))
  const [old, kept] = await make(page, 'locations', [{ name: `Old pontoon ${run}` }, { name: `Pontoon ${run}` }])
  await make(page, 'events', [
    { name: `Race ${run}`, start: '2031-06-01T09:00:00Z', end: '2031-06-01T12:00:00Z', location: old },
  ])
  await page.goto(siteUrl('harbour', `/locations/${old}`))
  await expect(page.getByText('Changes 1 event straight away. No one is notified.')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 event' })).toHaveAttribute(
    'href',
    `/events/list?view=all&location=${old}`,
  )
  await page.getByRole('button', { name: 'Merge with another' }).click()
  const dialog = page.getByRole('dialog', { name: /^Merge/ })
  await dialog.getByLabel('Into').fill(`Pontoon ${run}`)
  await page.getByRole('option', { name: `Pontoon ${run}`, exact: true }).click()
  await expect(dialog.getByText(`1 event moves to “Pontoon ${run}”`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText(`Old pontoon ${run} is merged with Pontoon ${run}.`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/locations/${kept}$`))
  await expect(page.getByRole('link', { name: '1 event' })).toBeVisible()
})

test('the lists of all records are part of the documentation of the API', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/records'))
  await expect(page).toHaveURL(/\/apidocs#records$/)
  await page.getByRole('link', { name: 'Competencies', exact: true }).last().click()
  await expect(page).toHaveURL(/\/records\/competencies$/)
})
