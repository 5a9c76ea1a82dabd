import type { Page } from '@playwright/test'
import { client, login } from '#tests/e2e/api-client.ts'
import { dashboard, expect, expectAccessible, fillSignIn, SIZES, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, under } from '#tests/e2e/own-member.ts'
import { confirmEmailOf } from '#tests/e2e/product-database.ts'

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

async function lastLink(page: Page, to: string, slug = 'harbour'): Promise<string> {
  let url: string | undefined
  await expect
    .poll(async () => {
      const answer = await client(page.request, slug).call('GET', `/dev/messages.json?to=${encodeURIComponent(to)}`)
      const messages = (await answer.json()) as { to: string; text: string; kind: string }[]
      url = messages.find((m) => m.kind === 'account.reset')?.text.match(/\/password\/reset\/\S+/)?.[0]
      return url
    })
    .toBeTruthy()
  return url!
}

test('a newcomer registers, waits, is approved and signs in', async ({ page, guest: desk }) => {
  await page.setViewportSize(SIZES.phone)
  const email = freshEmail()
  await hello(page, email)
  await page.waitForURL('**/register?state=account-required')
  await expect(page.getByText('This email is not registered. A few more details are needed.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeDisabled()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByText('Required.')).toHaveCount(0)
  await expectSoundAtEachSize(page)

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
  await under(page, 'New Password', 'This password is easy to guess. Please choose another.')
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/register/complete')
  await expect(page.getByText(/pending approval by staff. You can’t sign in until it has been activated/)).toBeVisible()
  await expectSoundAtEachSize(page)

  await hello(page, email)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your registration is waiting for approval.')

  await desk.setViewportSize(SIZES.phone)
  await signIn(desk, 'admin@harbour.test')
  const card = desk.getByRole('region', { name: 'New Registrations' })
  await card.getByRole('button', { name: 'New Registrations: show' }).click()
  const row = card.getByRole('listitem').filter({ hasText: email })
  await expect(row.getByRole('link')).toHaveAttribute('href', /\/people\/\d+\/info/)
  await expectAccessible(desk)
  const dialog = desk.getByRole('dialog', { name: 'Activate Þórdís Kjartansdóttir' })
  await row.getByRole('button', { name: /Activate/ }).click()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect(row).toBeHidden()
  // After an undo they wait again; a refusal removes them, and can be undone too.
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await desk.goto(siteUrl('harbour', '/todo?kind=registration&view=list'))
  const waiting = desk.getByRole('listitem').filter({ hasText: email })
  await waiting.getByRole('link').click()
  await desk.getByRole('button', { name: /^Refuse/ }).click()
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByText('Change undone.')).toBeVisible()
  await desk.goto(siteUrl('harbour', '/todo?kind=registration&view=list'))
  await expect(waiting).toHaveCount(1)
  await desk.goto(siteUrl('harbour', '/dashboard'))
  await card.getByRole('button', { name: 'New Registrations: show' }).click()
  await row.getByRole('link').click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Þórdís Kjartansdóttir' })).toBeVisible()
  const activate = desk.getByRole('button', { name: 'Activate Þórdís Kjartansdóttir' })
  await activate.press('Enter')
  await dialog.getByRole('button', { name: 'Activate' }).press('Enter')
  await expect(desk.getByText('Þórdís Kjartansdóttir is active and will be welcomed by email.')).toBeVisible()
  await expect(activate).toBeHidden()

  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await dashboard(page)
  await page.goto(siteUrl('harbour', '/hello'))
  await dashboard(page)
  for (const path of ['/login', '/register', '/register/complete']) {
    expect((await page.goto(siteUrl('harbour', path)))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('a forgotten password is reset by a link from the mail', async ({ page, request }) => {
  await page.setViewportSize(SIZES.phone)
  const email = freshEmail()
  const admin = await login(request, 'admin@harbour.test')
  const api = client(request, 'harbour', admin.access)
  await api.call('POST', '/api/people/', { body: [{ name: 'Forgetful', email }] })
  await hello(page, email)
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await page.waitForURL('**/password/reset/')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expectSoundAtEachSize(page)
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
  let check = () => {}
  const held = new Promise<void>((resolve) => {
    check = resolve
  })
  await page.route('**/api/password_reset/check', async (route) => {
    await held
    await route.continue()
  })
  const answer = await page.goto(siteUrl('harbour', path.replace('/password/', '/forgot/')))
  await expect(page.getByRole('status', { name: 'Checking the link' })).toBeVisible()
  check()
  await expect(page.getByRole('button', { name: 'Save and sign in' })).toBeVisible()
  await page.unroute('**/api/password_reset/check')
  expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'private, no-store' })
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  for (const label of ['New Password', 'Repeat New Password']) await under(page, label, 'Required.')
  await page.getByLabel('New Password', { exact: true }).fill('harbour-club-7')
  await page.getByLabel('Repeat New Password', { exact: true }).fill('harbour-club-8')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await under(page, 'Repeat New Password', 'Passwords must match.')
  await page.getByLabel('Repeat New Password', { exact: true }).fill('harbour-club-7')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await under(page, 'New Password', 'This password is too close to the name of the club. Please choose another.')
  await expectSoundAtEachSize(page)
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await dashboard(page)

  await page.goto(siteUrl('harbour', path))
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL('**/password/reset/')
})

test('an account of another club joins with its password, and each club sees only its own side, on a dark phone', async ({
  page,
  request,
}) => {
  await page.setViewportSize(SIZES.phone)
  const email = freshEmail()
  const ridge = client(request, 'ridge')
  const details = { email, name: 'Known At Ridge', password: NEW_PASSWORD }
  expect((await ridge.call('POST', '/api/register', { body: details })).status()).toBe(204)
  expect((await ridge.call('POST', '/api/auth/register/', { body: details })).status()).toBe(204)
  // Until the email is confirmed, another club does not find the account.
  await hello(page, email)
  await page.waitForURL('**/register?state=account-required')
  await confirmEmailOf(email)
  await hello(page, email)
  await page.waitForURL('**/register?state=details-required')
  await expect(page.getByText(/shared across all sites/)).toBeVisible()
  await expect(page.getByLabel('Repeat New Password')).toHaveCount(0)
  await expectSoundAtEachSize(page)
  await page.getByLabel('Full Name').fill('Known At Harbour')
  await page.keyboard.press('Enter')
  await under(page, 'Existing Password', 'Required.')
  await page.getByLabel('Existing Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await under(page, 'Existing Password', 'This isn’t the password for your existing account.')
  await page.getByLabel('Existing Password', { exact: true }).fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/register/complete')
  // A confirmed email gets no link, and the page is the same for everyone.
  await expect(page.getByText('If you get an email with a link from us, please open the link')).toBeVisible()
  await expect(page.getByText(/have sent you/)).toHaveCount(0)
  for (const [slug, name, foreign] of [
    ['harbour', 'Known At Harbour', 'Known At Ridge'],
    ['ridge', 'Known At Ridge', 'Known At Harbour'],
  ] as const) {
    const admin = client(request, slug, (await login(request, `admin@${slug}.test`, slug)).access)
    const found = await admin.call('GET', `/api/people/?email=${email}`)
    expect(await found.text()).not.toContain(foreign)
    const [id] = (await found.json()).order
    expect((await admin.call('PUT', '/api/people/', { body: [{ id, is_active: true }] })).status()).toBe(200)
    await page.goto(siteUrl(slug, '/hello'))
    await fillSignIn(page, email, NEW_PASSWORD)
    await dashboard(page)
    await page.goto(siteUrl(slug, '/profile/info'))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(foreign)).toHaveCount(0)
  }
})

test('sign-in and registration without an email return to the start, and keep the page to return to', async ({
  page,
}) => {
  const step = async (title: string, path: string) => {
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}\\?(state=[a-z-]+&)?next=%2Fprofile%2Fsettings$`))
  }
  const go = async (email: string) => {
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  for (const path of ['/login', '/register']) {
    await page.goto(siteUrl('harbour', `${path}?next=%2Fprofile%2Fsettings`))
    await step('Hello', '/hello')
    await expect(page.getByText('Please enter your email to continue.')).toBeVisible()
  }
  await go(freshEmail())
  await step('Register', '/register')
  await page.getByRole('link', { name: 'Back' }).click()
  await step('Hello', '/hello')
  await go('member@harbour.test')
  await step('Sign in', '/login')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await step('Reset Password', '/password/reset/')
  await page.getByRole('link', { name: 'Back' }).click()
  await step('Hello', '/hello')
  await page.goto(siteUrl('harbour', '/register?next=%2Fprofile%2Fsettings'))
  await step('Register', '/register')
  await page.getByLabel('Full Name').fill('Known Already')
  await page.getByRole('button', { name: 'Register' }).click()
  await step('Sign in', '/login')
  await page.getByRole('link', { name: /Back/ }).click()
  await step('Hello', '/hello')
  await fillSignIn(page, 'member@harbour.test')
  await page.waitForURL('**/profile/settings')
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
})

test('each message of the first steps shows under its field, by keyboard', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(siteUrl('harbour', '/hello?refused=provider'))
  await expect(page.getByRole('alert')).toHaveText('The provider didn’t confirm this sign-in. Please try again.')
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toBeFocused()
  await page.keyboard.press('Enter')
  await under(page, 'Email', 'Required.')
  await email.fill('a@b')
  await page.keyboard.press('Enter')
  await under(page, 'Email', 'Invalid email.')
  await expectAccessible(page)
  await email.fill('member@harbour.test')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await under(page, 'Password', 'Required.')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Email or password is incorrect.')
  await expectAccessible(page)

  // The email was not checked yet: the corrected values are the ones that register.
  await page.goto(siteUrl('harbour', '/register'))
  await expect(email).toBeEnabled()
  await expect(page.getByLabel('New Password')).toHaveCount(0)
  await expect(page.getByText('Required.')).toHaveCount(0)
  const corrected = freshEmail()
  await email.fill('')
  await page.getByLabel('Full Name').fill('x'.repeat(201))
  await page.keyboard.press('Enter')
  await under(page, 'Email', 'Required.')
  await under(page, 'Full Name', 'At most 200 characters.')
  await email.fill('a@b')
  await page.getByLabel('Full Name').fill('Wolfeschlegelsteinhausen-Bergerdorff')
  await page.keyboard.press('Enter')
  await under(page, 'Email', 'Invalid email.')
  await email.fill(corrected)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/register?state=account-required')
  await expect(page.getByLabel('Full Name')).toHaveValue('Wolfeschlegelsteinhausen-Bergerdorff')
  await expect(page.getByLabel('New Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await under(page, 'New Password', 'Required.')
  await expect(email).toBeDisabled()
  await page.getByLabel('New Password', { exact: true }).fill('short')
  await expect(page.getByText('At least 3 more characters.')).toBeVisible()
  await page.getByLabel('Repeat New Password', { exact: true }).fill('short')
  await page.keyboard.press('Enter')
  await under(page, 'New Password', 'Use at least 8 characters.')
  await expectAccessible(page)
  expect(await fits(page)).toBe(true)
  for (const label of ['New Password', 'Repeat New Password'])
    await page.getByLabel(label, { exact: true }).fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/register/complete')
  await hello(page, corrected)
  await page.waitForURL('**/login')
})
