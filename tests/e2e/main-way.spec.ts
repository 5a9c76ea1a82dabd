import { client } from './api-client.ts'
import {
  dashboard,
  expect,
  expectAccessible,
  fillSignIn,
  holdRequests,
  SIZES,
  signInByForm,
  siteUrl,
  test,
} from './fixtures.ts'
import { expectSoundAtEachSize } from './own-member.ts'

test('each site has its own name, people and data; an unknown site says so', async ({ page, request }) => {
  await page.goto(siteUrl('harbour', '/hello'))
  await expect(page).toHaveTitle('Hello | Harbour Sailing Club')
  await page.goto(siteUrl('ridge', '/hello'))
  await expect(page).toHaveTitle('Hello | Ridge Rescue')
  const unknown = await client(request, 'nowhere').call('GET', '/api/organisations/current')
  expect(unknown.status()).toBe(404)
  expect(await unknown.json()).toEqual({ detail: 'Site not found. This domain has not been configured.' })
  await page.goto(siteUrl('nowhere'))
  await expect(page.getByText('Site not found. This domain has not been configured.')).toBeVisible()
})

test('a wrong password shows a message at the form, a missing one under its field', async ({ page }) => {
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

test(`a member's dashboard and event`, async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await page.goto(siteUrl('harbour', '/hello'))
  await expectSoundAtEachSize(page)
  await fillSignIn(page, 'member@harbour.test')
  await dashboard(page)
  const shifts = page.getByRole('region', { name: 'Upcoming Shifts' })
  await expect(shifts).toBeVisible()
  await expect(page.getByText(/^Hello, /)).toBeVisible()
  await expectSoundAtEachSize(page)
  await shifts.getByRole('link').first().click()
  await page.waitForURL('**/events/*')
  await expect(page.getByRole('region', { name: 'Who is on' })).toBeVisible()
  await expectSoundAtEachSize(page)
})

test('the first shift is reachable by keyboard only', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/hello'))
  await page.keyboard.type('member@harbour.test')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
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

test('a signed-out visitor returns to the earlier page, and a member is refused admin pages', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/events/list'))
  await page.waitForURL('**/hello?next=**')
  await fillSignIn(page, 'member@harbour.test')
  await page.waitForURL('**/events/list')
  await expect(page.getByRole('heading', { name: 'Not Authorized' })).toBeVisible()
  await expectAccessible(page)
  const answer = await page.goto(siteUrl('harbour', '/events/list'))
  expect(answer?.status()).toBe(403)
  // An old link to sign-in redirects. The steps after it are not found.
  await page.goto(siteUrl('harbour', '/hello?next=%2Fprofile%2Fshifts'))
  await expect(page).toHaveURL(siteUrl('harbour', '/profile/shifts'))
  await page.goto(siteUrl('harbour', '/hello'))
  await expect(page).toHaveURL(siteUrl('harbour', '/dashboard'))
  expect((await page.goto(siteUrl('harbour', '/register')))?.status()).toBe(404)
})

test('the earlier page is never on another site', async ({ page }) => {
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/%0d%0aLocation:x',
  ]) {
    await page.context().clearCookies()
    await page.goto(siteUrl('harbour', `/hello?next=${encodeURIComponent(next)}`))
    await fillSignIn(page, 'member@harbour.test')
    await page.waitForURL((url) => !/hello|login/.test(url.pathname))
    expect(new URL(page.url()).hostname).toBe('harbour.localhost')
  }
})

test('an admin switches to the user view and back, signs out, and must sign in again', async ({ page }) => {
  await signInByForm(page, 'admin@harbour.test')
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
  await page.goto(siteUrl('harbour', '/organisation'))
  await expect(navigation.getByRole('link', { name: 'People' })).toBeVisible()
  const heading = page.getByRole('heading', { level: 1, name: 'Organisation' })
  await expect(heading).toBeVisible()
  // The screens of admins disappear before the server has answered.
  const held = await holdRequests(page, /\/view-as/)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Switch to User' }).click()
  await expect.poll(held.count).toBe(1)
  await expect(navigation.getByRole('link', { name: 'People' })).toHaveCount(0)
  await expect(heading).toHaveCount(0)
  held.release()
  await dashboard(page)
  await expect(navigation.getByRole('link', { name: 'People' })).toHaveCount(0)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Switch to Admin' }).click()
  await expect(navigation.getByRole('link', { name: 'People' })).toBeVisible()
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/hello')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello' })).toBeVisible()
  await page.goto(siteUrl('harbour', '/dashboard'))
  await page.waitForURL('**/hello?next=**')
})
