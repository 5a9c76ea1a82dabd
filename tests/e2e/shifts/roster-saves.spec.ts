import { expect, fillSignIn } from '#tests/e2e/fixtures.ts'
import { test } from '#tests/e2e/roster-pages.ts'

/** Runs in the page: reads its data along with every save, so that the reload after the save has it immediately. */
function readDataWithSaves() {
  const { fetch } = window
  const urls = new Set<string>()
  const answers = new Map<string, Response>()
  const readAhead = async (url: string) => {
    const answer = await fetch(url)
    const data = await answer.json()
    answers.set(url, Object.assign(answer, { json: () => Promise.resolve(data) }))
  }
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const ready = answers.get(url)
    answers.delete(url)
    if (ready) return Promise.resolve(ready)
    if (new URL(url, location.href).searchParams.has('_data')) urls.add(url)
    if (init?.method !== 'PUT') return fetch(input, init)
    return fetch(input, init).then(async (answer) => {
      await Promise.all([...urls].map(readAhead))
      return answer
    })
  }
  // The page reloads its data when its tab is shown again.
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a save also ends where the page has its new data immediately', async ({ page, roster }) => {
  await roster.openEditor()
  await Promise.all([page.waitForResponse(/_data=routes/), page.evaluate(readDataWithSaves)])
  await page.getByRole('button', { name: 'Add shift', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText('1 unsaved')).toBeHidden()
})

test('an editor whose session has ended keeps its changes, and can be saved after signing in', async ({
  page,
  roster,
}) => {
  await roster.openEditor()
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value: 'of-a-session-that-ended' })))
  const previewed = page.waitForResponse(/\/preview$/)
  await page.getByRole('button', { name: 'Add shift', exact: true }).click()
  expect((await previewed).status()).toBe(401)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('1 unsaved')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save and publish/ })).toBeEnabled()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL('**/hello?next=**')
  await fillSignIn(page, 'admin@harbour.test')
  const offer = page.getByRole('region', { name: 'Not sent yet' })
  await offer.getByRole('button', { name: 'Send now' }).click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Show shifts' }).getByRole('button', { name: 'All 1' })).toBeVisible()
})
