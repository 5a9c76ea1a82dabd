import { expect, expectAccessible, SIZES, signIn, siteUrl, test } from './fixtures.ts'

test('each site has its own name, people and data; an unknown one says so', async ({ page, request }) => {
  await page.goto(siteUrl('harbour', '/hello'))
  await expect(page).toHaveTitle('Hello | Harbour Sailing Club')
  await page.goto(siteUrl('ridge', '/hello'))
  await expect(page).toHaveTitle('Hello | Ridge Rescue')
  const unknown = await request.get(siteUrl('harbour', '/api/organisations/current'), {
    headers: { host: 'nowhere.localhost' },
  })
  expect(unknown.status()).toBe(404)
  expect(await unknown.json()).toEqual({ detail: 'Site not found. This domain has not been configured.' })
  await page.goto(siteUrl('nowhere'))
  await expect(page.getByText('Site not found. This domain has not been configured.')).toBeVisible()
})

test('a wrong password is said beside the form, and a missing one under its field', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/hello'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Required.')).toBeVisible()
  await page.getByLabel('Email').fill('not an email')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Invalid email.')).toBeVisible()
  await page.getByLabel('Email').fill('member@harbour.test')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Required.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email or password is incorrect.')
})

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a member's dashboard and event, ${size}, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await page.goto(siteUrl('harbour', '/hello'))
      await expectAccessible(page)
      await signIn(page, 'member@harbour.test')
      const shifts = page.getByRole('region', { name: 'Upcoming Shifts' })
      await expect(shifts).toBeVisible()
      if (size === 'desktop') await expect(page.getByText(/^Hello, /)).toBeVisible()
      await expectAccessible(page)
      await shifts.getByRole('link').first().click()
      await page.waitForURL('**/events/*')
      await expect(page.getByRole('region', { name: 'Who is on' })).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    })
  }
}

test('the way to the first shift works by keyboard alone', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/hello'))
  await page.keyboard.type('member@harbour.test')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await page.keyboard.type('watchbill-demo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    const href = await page.evaluate(() => document.activeElement?.getAttribute('href') ?? '')
    if (/^\/events\/\d+$/.test(href)) break
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/events\/\d+$/)
})

test('a signed-in member is refused what is an admin’s, and a signed-out visitor comes back after signing in', async ({
  page,
}) => {
  await page.goto(siteUrl('harbour', '/events/list'))
  await page.waitForURL('**/hello?next=**')
  await signIn(page, 'member@harbour.test').catch(() => {})
  const answer = await page.goto(siteUrl('harbour', '/events/list'))
  expect(answer?.status()).toBe(403)
})
