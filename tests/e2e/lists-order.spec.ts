import { drop, expect, expectAccessible } from './fixtures.ts'
import { open, test } from './jetties.ts'
import { call } from './records.ts'

test('orders records by arrows, by keys on a handle and by dragging', async ({ page, jetties }) => {
  const { run, nameOf } = jetties
  await open(page, '/records/locations')
  await page.getByRole('button', { name: 'Order', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Order of locations' })
  await dialog.getByRole('button', { name: `Move ${nameOf(2)} up` }).focus()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  const own = dialog.getByRole('listitem').filter({ hasText: `Jetty ${run}` })
  const inOrder = (...numbers: number[]) => expect(own).toContainText(numbers.map(nameOf))
  await inOrder(2, 1, 3, 4)
  const handle = (n: number) => dialog.getByRole('button', { name: `Drag ${nameOf(n)}` })
  await handle(4).press('Space')
  const said = page.getByText(new RegExp(`^${nameOf(4)} is over position \\d+\\.$`))
  const before = (await said.textContent()) ?? ''
  await page.keyboard.press('ArrowUp')
  await expect(said).not.toHaveText(before)
  const [place] = /\d+\.$/.exec((await said.textContent()) ?? '') ?? []
  await page.keyboard.press('Space')
  await inOrder(2, 1, 4, 3)
  await handle(1).evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const [from, to] = [await handle(3).boundingBox(), await handle(4).boundingBox()]
  if (!from || !to) throw new Error('The handles are not in sight.')
  await page.mouse.move(from.x + 18, from.y + 18)
  await page.mouse.down()
  await page.mouse.move(to.x + 18, to.y + 14, { steps: 8 })
  await expect(page.getByText(`${nameOf(3)} is over position ${place}`, { exact: true })).toBeAttached()
  await drop(page)
  await inOrder(2, 1, 3, 4)
  await dialog.getByRole('button', { name: 'Save order' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await open(page, `/records/locations?search=${run}`)
  await expect(jetties.rows().first()).toContainText(nameOf(2))
})

test('many rows are drawn as they come into view, and ordered by typing a position', async ({ page, run }) => {
  const buoy = (n: number) => `Buoy ${run} ${String(n).padStart(3, '0')}`
  const many = Array.from({ length: 300 }, (_, n) => ({ name: buoy(n), order: n - 1_000_000 }))
  await open(page, '/records/equipment')
  expect(await call(page, '/api/equipment/', { method: 'POST', body: JSON.stringify(many) })).toBe(201)
  await open(page, `/records/equipment?search=buoy+${run}&limit=-1&sort=order`)
  const table = page.getByRole('table')
  await expect(table).toHaveAttribute('aria-rowcount', '301')
  expect(await page.getByRole('row').count()).toBeLessThan(80)
  await page.getByRole('link', { name: buoy(0) }).focus()
  await page.locator('[data-many]').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  await expect(page.getByRole('link', { name: buoy(299) })).toBeVisible()

  await page.getByRole('button', { name: 'Order', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Order of equipment' })
  const place = dialog.getByRole('textbox', { name: `Position of ${buoy(0)}` })
  await expect(place).toHaveValue('1')
  expect(await dialog.getByRole('listitem').count()).toBeLessThan(80)
  await place.fill('290')
  await place.press('Enter')
  await expect(dialog.getByText(`${buoy(0)} moved to position 290.`)).toBeAttached()
  await expect(place).toBeFocused()
  await expect(place).toHaveValue('290')
  const down = dialog.getByRole('button', { name: `Move ${buoy(0)} down` })
  for (const next of ['291', '292']) {
    await down.press('Enter')
    await expect(place).toHaveValue(next)
    await expect(down).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save order' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: /^Buoy/ }).first()).toBeVisible()
  await page.locator('[data-many]').evaluate((scroller) => scroller.scrollTo(0, 0))
  await expect(page.getByRole('link', { name: /^Buoy/ }).first()).toHaveText(buoy(1))
  const gone = JSON.stringify({ filter: { name: `buoy ${run}` }, remove: true })
  expect(await call(page, '/api/equipment/bulk', { method: 'POST', body: gone })).toBe(200)
})
