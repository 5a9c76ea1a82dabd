import { enter, expect, expectAccessible, SIZES, siteUrl, test } from './fixtures.ts'
import { expectFits } from './own-member.ts'
import { make } from './records.ts'

const run = Date.now() % 100_000
const NAME = `Regatta ${run}`

test.beforeEach(({ page }) => enter(page, 'admin@harbour.test'))

test('the lists of the club are edited in place, moved by keys, archived and deleted on one page', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/events/types'))
  await expect(page).toHaveTitle(/^Event Types/)
  const types = page.getByRole('region', { name: 'Event types' })
  const row = (name: string) => types.getByRole('listitem').filter({ hasText: name })
  await types.getByRole('link', { name: 'Add event type' }).click()
  await types.getByLabel('Name').fill(NAME)
  await types.getByRole('radio', { name: 'Violet' }).check({ force: true })
  await types.getByLabel('Usual length, hours').fill('7')
  await types.getByLabel('Usual length, minutes').fill('30')
  await types.getByRole('button', { name: 'Add event type' }).click()
  await expect(page).toHaveURL(/\/events\/types\/\d+$/)
  await expect(types.getByRole('heading', { name: NAME })).toBeVisible()
  await types.getByLabel('Name').fill(`${NAME} cup`)
  await types.getByRole('button', { name: 'Save changes' }).click()
  await expect(types.getByText('Saved')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/events\/types$/)
  const made = row(`${NAME} cup`)
  await expect(made).toContainText('Usually 7 h 30 min')
  await expect(made).toContainText('not used yet')
  await expect(made.getByRole('img', { name: 'Violet' })).toBeVisible()

  const order = () => types.getByRole('listitem').allInnerTexts()
  const before = (await order()).findIndex((text) => text.includes(NAME))
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await made.getByRole('button', { name: `More for ${NAME} cup` }).click()
  await page.getByRole('menuitem', { name: before ? 'Move up' : 'Move down' }).click()
  expect((await stored).status()).toBe(200)
  await expect.poll(async () => (await order()).findIndex((text) => text.includes(NAME))).toBe(Math.abs(before - 1))
  await made.getByRole('button', { name: `More for ${NAME} cup` }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText(`${NAME} cup is archived. It can no longer be chosen.`)).toBeVisible()
  await expect(made).toHaveCount(0)
  await types.getByRole('link', { name: /^\d+ archived$/ }).click()
  await expect(page).toHaveURL(/\/records\/eventtypes\?view=archived$/)
  await expect(page.getByRole('link', { name: `${NAME} cup` })).toBeVisible()

  await page.goto(siteUrl('harbour', '/locations'))
  const used = page.getByRole('region', { name: 'Locations' })
  await expect(used.getByRole('heading', { name: 'Locations' })).toBeInViewport()
  await used
    .getByRole('button', { name: /^More for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: /^Delete/ })).toContainText('is taken off')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await used
    .getByRole('link', { name: /^\d+ events?$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/events\/list\?view=all&location=\d+$/)
})

test('a used record says what a change touches, and is merged with another from its deletion', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/locations'))
  const [old, kept] = await make(page, 'locations', [{ name: `Old pontoon ${run}` }, { name: `Pontoon ${run}` }])
  await make(page, 'events', [
    { name: `Race ${run}`, start: '2031-06-01T09:00:00Z', end: '2031-06-01T12:00:00Z', location: old },
  ])
  await page.goto(siteUrl('harbour', `/locations/${old}`))
  const list = page.getByRole('region', { name: 'Locations' })
  await expect(list.getByText('Changes 1 event at once. Nobody is notified.')).toBeVisible()
  await list.getByLabel('Name').fill(`Older pontoon ${run}`)
  await list.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`is changed.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change is undone.')).toBeVisible()
  await expect(list.getByLabel('Name')).toHaveValue(`Old pontoon ${run}`)
  await page.keyboard.press('Escape')
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  const showAll = list.getByRole('button', { name: /^Show all/ })
  if (await showAll.isVisible()) await showAll.click()
  await page.setViewportSize(SIZES.phone)
  await row(`Old pontoon ${run}`)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Move them to another' }).click()
  const dialog = page.getByRole('dialog', { name: /^Merge/ })
  await dialog.getByLabel('With').selectOption(String(kept))
  await expect(dialog.getByText(`1 event moves to “Pontoon ${run}”`)).toBeVisible()
  await expectAccessible(page)
  await expectFits(page)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText(`Old pontoon ${run} is merged with Pontoon ${run}.`)).toBeVisible()
  await expect(row(`Old pontoon ${run}`)).toHaveCount(0)
  await expect(row(`Pontoon ${run}`)).toContainText('1 event')
})

test('from fifteen records on a list is searched; on a phone other lists are folded', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto(siteUrl('harbour', '/training'))
  const records = Array.from({ length: 16 }, (_, n) => ({ name: `Course ${run} ${n}` }))
  const post = await page.evaluate(
    async (body) =>
      (await fetch('/api/training/', { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status,
    JSON.stringify(records),
  )
  expect(post).toBe(201)
  await page.reload()
  const courses = page.getByRole('region', { name: 'Training' })
  await courses.getByRole('searchbox', { name: 'Find in Training' }).fill(`${run} 11`)
  await expect(courses.getByRole('listitem')).toHaveCount(1)
  const equipment = page.getByRole('region', { name: 'Equipment' })
  await expect(equipment.getByRole('link', { name: 'Add equipment' })).toBeHidden()
  await equipment.getByRole('button', { name: 'Equipment', exact: true }).click()
  await expect(equipment.getByRole('link', { name: 'Add equipment' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page)
})

test('an address with a filter opens the table, and All Records is part of the documentation of the API', async ({
  page,
}) => {
  await page.goto(siteUrl('harbour', '/roles?search=helm'))
  await expect(page).toHaveURL(/\/records\/roles\?search=helm$/)
  await page.goto(siteUrl('harbour', '/records'))
  await expect(page).toHaveURL(/\/apidocs#records$/)
  await page.getByRole('link', { name: 'Competencies', exact: true }).last().click()
  await expect(page).toHaveURL(/\/records\/competencies$/)
})
