import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, SIZES, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'

const run = randomUUID().slice(0, 8)
const DAYS = { first: 'Tuesday 2 March', second: 'Wednesday 3 March' }

test('an admin marks a day for someone by pointer and by keys, and undoes it', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await signIn(page, 'admin@harbour.test')
  const call = (method: string, path: string, body?: unknown) =>
    page.evaluate(
      async ([how, to, what]) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(to, {
          method: how,
          headers,
          ...(what !== undefined && { body: JSON.stringify(what) }),
        })
        return answer.json().catch(() => null)
      },
      [method, path, body] as const,
    )
  const name = `Marked ${run}`
  const made = await call('POST', '/api/people/', [{ name, email: `marked-${run}@example.org` }])
  const person = made.order[0]
  await page.goto(siteUrl('harbour', `/unavailability?from=2027-03-02&search=${encodeURIComponent(name)}`))
  const day = (which: string, word: string) =>
    page.getByRole('button', { name: `${name}, ${which}: ${word}. Change`, exact: true })
  /** The day's own menu: the previous one may still be fading out. */
  const menu = (which: string, word: string) =>
    page.getByRole('menu', { name: `${name}, ${which}: ${word}. Change`, exact: true })
  const choice = (which: string, word: string, item: string) =>
    menu(which, word).getByRole('menuitem', { name: item, exact: true })
  const chooseByKeys = async (which: string, word: string, item: string) => {
    await page.keyboard.press('Enter')
    await expect(menu(which, word).locator('*:focus')).toHaveCount(1)
    await choice(which, word, item).press('Enter')
  }
  const marks = async () => {
    const { order, results } = await call('GET', `/api/availability/?person=${person}&sort=date`)
    return order.map((id: number) => [results.availability[id].date, results.availability[id].available])
  }

  await day(DAYS.first, 'not set').click()
  const unavailable = choice(DAYS.first, 'not set', 'Unavailable')
  await expect(unavailable).toBeVisible()
  await expect(choice(DAYS.first, 'not set', 'Unset')).toBeHidden()
  await expectAccessible(page)
  await unavailable.click()
  await expect(day(DAYS.first, 'Unavailable')).toBeFocused()
  await expect.poll(marks).toEqual([['2027-03-02', 0]])

  await page.setViewportSize(SIZES.desktop)
  await page.keyboard.press('ArrowRight')
  await expect(day(DAYS.second, 'not set')).toBeFocused()
  await chooseByKeys(DAYS.second, 'not set', 'Only if required')
  await expect(day(DAYS.second, 'Only if required')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(day(DAYS.first, 'Unavailable')).toBeFocused()
  await chooseByKeys(DAYS.first, 'Unavailable', 'Unset')
  await expect(day(DAYS.first, 'not set')).toBeFocused()
  await expect.poll(marks).toEqual([['2027-03-03', 2]])
  await page.reload()
  await expect(day(DAYS.second, 'Only if required')).toBeVisible()
})
