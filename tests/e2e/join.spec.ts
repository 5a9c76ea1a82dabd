import type { Page } from '@playwright/test'
import { client, login } from './api-client.ts'
import { answering, expect, expectAccessible, PASSWORD, SIZES, signIn, siteUrl, test } from './fixtures.ts'

const NEW_PASSWORD = 'tide-table-heron-42'
let serial = 0
const freshEmail = () => `new-${Date.now().toString(36)}-${serial++}@example.org`

async function hello(page: Page, email: string, slug = 'harbour') {
  await page.goto(siteUrl(slug, '/hello'))
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

/** The message that a field names as its own. */
const under = async (page: Page, label: string, message: string) => {
  const field = page.getByLabel(label, { exact: true })
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replace(/[.*+?]/g, '\\$&')))
  await expect(page.getByText(message).first()).toBeVisible()
}

async function lastLink(page: Page, to: string, slug = 'harbour'): Promise<string> {
  let url: string | undefined
  await expect
    .poll(async () => {
      const answer = await client(page.request, slug).call('GET', '/dev/messages.json')
      const messages = (await answer.json()) as { to: string; text: string; kind: string }[]
      url = messages.find((m) => m.to === to && m.kind === 'account.reset')?.text.match(/\/password\/reset\/\S+/)?.[0]
      return url
    })
    .toBeTruthy()
  return url!
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`somebody new registers, is told to wait, is approved and signs in, ${size}`, async ({ page, browser }) => {
    await page.setViewportSize(viewport)
    const email = freshEmail()
    await hello(page, email)
    await page.waitForURL('**/register?state=account-required')
    await expect(page.getByText('This email is not registered. A few more details are needed.')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toBeDisabled()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expect(page.getByText('Required.')).toHaveCount(0)
    await expectAccessible(page)
    expect(await fits(page)).toBe(true)

    await page.getByRole('button', { name: 'Register' }).click()
    for (const label of ['Full Name', 'New Password', 'Repeat New Password']) await under(page, label, 'Required.')
    await expectAccessible(page)
    await page.getByLabel('Full Name').fill('Þórdís Kjartansdóttir')
    await page.getByLabel('Country code').selectOption('+44')
    await page.getByLabel('Phone (optional)').fill('not a number')
    await page.getByLabel('New Password', { exact: true }).fill('password123')
    await under(page, 'Phone (optional)', 'Phone number must include the country code and not contain spaces.')
    await page.getByLabel('Repeat New Password', { exact: true }).fill('something else')
    await page.getByRole('button', { name: 'Register' }).click()
    await under(page, 'Repeat New Password', 'Passwords must match.')
    await under(page, 'Phone (optional)', 'Phone number must include the country code and not contain spaces.')
    await page.getByLabel('Phone (optional)').fill('07700 900482')
    await page.getByLabel('Repeat New Password', { exact: true }).fill('password123')
    await page.getByRole('button', { name: 'Register' }).click()
    await under(page, 'New Password', 'This password is among the first that are guessed. Please choose another.')
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Repeat New Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Register' }).click()
    await page.waitForURL('**/register/complete')
    await expect(page.getByText(/pending approval by staff/)).toBeVisible()
    await expectAccessible(page)

    await hello(page, email)
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toHaveText('Your registration is waiting for approval.')

    const admin = await browser.newContext({ viewport })
    const desk = answering(await admin.newPage())
    await signIn(desk, 'admin@harbour.test')
    const card = desk.getByRole('region', { name: 'New Registrations' })
    const row = card.getByRole('listitem').filter({ hasText: email })
    await expect(row.getByRole('link')).toHaveAttribute('href', /\/people\/\d+\/info/)
    await expectAccessible(desk)
    await row.getByRole('button', { name: /Activate/ }).click()
    const dialog = desk.getByRole('dialog', { name: 'Activate Þórdís Kjartansdóttir' })
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Activate' }).click()
    await expect(row).toHaveCount(0)
    await admin.close()

    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/dashboard')
    for (const path of ['/hello', '/login', '/register', '/register/complete']) {
      expect((await page.goto(siteUrl('harbour', path)))?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }
  })

  test(`a forgotten password is replaced by a link from the mail, ${size}`, async ({ page, request }) => {
    await page.setViewportSize(viewport)
    const email = freshEmail()
    const admin = await login(request, 'admin@harbour.test')
    const api = client(request, 'harbour', admin.access)
    await api.call('POST', '/api/people/', { body: [{ name: 'Forgetful', email }] })
    await hello(page, email)
    await page.getByRole('link', { name: 'Forgot Password' }).click()
    await page.waitForURL('**/password/reset/')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expectAccessible(page)
    await page.getByLabel('Email', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await under(page, 'Email', 'Required.')
    await page.getByLabel('Email', { exact: true }).fill('nonsense')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await under(page, 'Email', 'Invalid email.')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByText(/check your email for a reset link/i)).toBeVisible()
    await expectAccessible(page)

    const path = await lastLink(page, email)
    const answer = await page.goto(siteUrl('harbour', path.replace('/password/', '/forgot/')))
    expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' })
    await page.getByRole('button', { name: 'Save and log in' }).click()
    for (const label of ['New Password', 'Repeat New Password']) await under(page, label, 'Required.')
    await page.getByLabel('New Password', { exact: true }).fill('harbour-club-7')
    await page.getByLabel('Repeat New Password', { exact: true }).fill('harbour-club-8')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await under(page, 'Repeat New Password', 'Passwords must match.')
    await page.getByLabel('Repeat New Password', { exact: true }).fill('harbour-club-7')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await under(page, 'New Password', 'This is little more than the name of the club. Please choose another.')
    await expectAccessible(page)
    expect(await fits(page)).toBe(true)
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Repeat New Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.waitForURL('**/dashboard')

    await page.goto(siteUrl('harbour', path))
    await expect(page.getByRole('alert')).toHaveText('This link is not valid any more. Please ask for a new one.')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/password/reset/')
  })
}

test('an account of another site gives its password and is shared', async ({ page, request }) => {
  const email = freshEmail()
  const ridge = client(request, 'ridge')
  const details = { email, name: 'Both Sites', password: NEW_PASSWORD }
  expect((await ridge.call('POST', '/api/register', { body: details })).status()).toBe(204)
  expect((await ridge.call('POST', '/api/auth/register/', { body: details })).status()).toBe(204)
  await hello(page, email)
  await page.waitForURL('**/register?state=details-required')
  await expect(page.getByText(/shared across all sites/)).toBeVisible()
  await expect(page.getByLabel('Repeat New Password')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByLabel('Full Name').fill('Both Sites')
  await page.getByRole('button', { name: 'Register' }).click()
  await under(page, 'Existing Password', 'Required.')
  await page.getByLabel('Existing Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Register' }).click()
  await under(page, 'Existing Password', 'This is not the password of your existing account.')
  await page.getByLabel('Existing Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/register/complete')
})

test('login and register go back to hello without an email; Back goes there too', async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(siteUrl('harbour', path))
    await page.waitForURL('**/hello')
  }
  await hello(page, 'member@harbour.test')
  await page.getByRole('link', { name: /Back/ }).click()
  await page.waitForURL('**/hello')
})

test('an unchecked email is checked by the form, which then asks for what is missing', async ({ page }) => {
  const email = freshEmail()
  await hello(page, email)
  await page.waitForURL('**/register?**')
  await page.goto(siteUrl('harbour', '/register'))
  await expect(page.getByLabel('Email', { exact: true })).toBeEnabled()
  await expect(page.getByLabel('New Password')).toHaveCount(0)
  await page.getByLabel('Full Name').fill('Somebody')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Somebody')
})

test('the error pages answer with their own status', async ({ request }) => {
  for (const status of [403, 404, 429, 500])
    expect((await client(request, 'harbour').call('GET', `/${status}`)).status()).toBe(status)
})

test('answers of the API: statuses, methods and fields', async ({ request }) => {
  const api = client(request, 'harbour')
  const check = async (email: string) => (await api.call('POST', '/api/register/check', { body: { email } })).json()
  expect(await check('member@harbour.test')).toEqual({ status: 'login-required' })
  expect(await check('newcomer@harbour.test')).toEqual({ status: 'login-required' })
  expect(await check('member@ridge.test')).toEqual({ status: 'details-required' })
  expect(await check(freshEmail())).toEqual({ status: 'account-required' })
  const refused = await api.call('POST', '/api/register/', { body: { email: 'x', phone: '+44 7700' } })
  expect(refused.status()).toBe(400)
  expect(await refused.json()).toMatchObject({
    email: ['Invalid email.'],
    name: ['Required.'],
    phone: ['Phone number must include the country code and not contain spaces.'],
  })
  for (const method of ['PUT', 'POST']) {
    const known = await api.call(method, '/api/password_reset/request', { body: { email: 'member@harbour.test' } })
    const unknown = await api.call(method, '/api/password_reset/request/', { body: { email: freshEmail() } })
    expect([known.status(), await known.text()]).toEqual([200, await unknown.text()])
    const bad = await api.call(method, '/api/password_reset/check', { body: { token: 'nonsense' } })
    expect([bad.status(), await bad.json()]).toEqual([400, { token: [expect.any(String)] }])
  }
  const wrong = await api.call('POST', '/api/auth/login', { body: { email: 'member@harbour.test', password: 'x' } })
  const nobody = await api.call('POST', '/api/auth/login', { body: { email: freshEmail(), password: PASSWORD } })
  expect([wrong.status(), await wrong.text()]).toEqual([nobody.status(), await nobody.text()])
})

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`the audit log is an admin’s, narrowed by person and event, ${size}`, async ({ page, request }) => {
    await page.setViewportSize(viewport)
    const member = await login(request, 'member@harbour.test')
    expect((await client(request, 'harbour', member.access).call('GET', '/api/audit')).status()).toBe(403)
    expect((await client(request, 'harbour').call('GET', '/api/audit')).status()).toBe(401)
    await signIn(page, 'admin@harbour.test')
    await page.goto(siteUrl('harbour', '/audit'))
    await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
    await expectAccessible(page)
    expect(await fits(page)).toBe(true)
    await page.getByLabel('Event', { exact: true }).selectOption('session')
    await page.waitForURL('**/audit?event=session')
    const rows = page.getByRole('row').filter({ hasText: 'Signed in' })
    await rows.first().getByRole('link').first().click()
    await page.waitForURL(/person=\d+/)
    await expect(rows.first()).toBeVisible()
  })
}
