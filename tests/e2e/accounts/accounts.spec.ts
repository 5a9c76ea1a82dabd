import type { Page } from '@playwright/test'
import { client, freshMember, login } from '#tests/e2e/api-client.ts'
import { enter, expect, fillSignIn, SIZES, settled, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'
import { productDatabase } from '#tests/e2e/product-database.ts'
import { virtualAuthenticator } from '#tests/e2e/virtual-authenticator.ts'
import { emptyDataDir, startProduct } from '#tests/support/product.ts'

let database: Awaited<ReturnType<typeof productDatabase>>
test.beforeAll(async () => {
  database = await productDatabase()
})
test.afterAll(() => database.end())

const freshEmail = () => `account-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 7)}@example.org`
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('a deactivated person is told so, and a person who agreed to an older text is asked again', async ({
  page,
  request,
}) => {
  const { id, email } = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const activate = async (is_active: boolean) =>
    expect((await admin.call('PUT', '/api/people/', { body: [{ id, is_active }] })).status()).toBe(200)
  await activate(false)
  await page.goto(siteUrl('harbour', '/hello'))
  await fillSignIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Your account is not active. Please ask the club.')

  await activate(true)
  await database.run(`update core.people set consent_version = '2019-01-01' where id = $1`, [id])
  await page.getByRole('button', { name: 'Login' }).press('Enter')
  const banner = page.getByRole('region', { name: 'Privacy policy and terms' })
  await expect(banner).toContainText('have changed since you joined Harbour Sailing Club')
  await expectSoundAtEachSize(page)
  await banner.getByRole('button', { name: 'I agree' }).press('Enter')
  await expect(banner).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'News' })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('where a club hides who has an account, sign-in leads a newcomer to registration', async ({ page, request }) => {
  const admin = client(request, 'ridge', (await login(request, 'admin@ridge.test', 'ridge')).access)
  const hide = async (hide_account_existence: boolean) =>
    expect(
      (await admin.call('PUT', '/api/organisations/current/', { body: { hide_account_existence } })).status(),
    ).toBe(200)
  const email = freshEmail()
  await hide(true)
  try {
    await page.goto(siteUrl('ridge', '/hello'))
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Sign in')).toBeVisible()
    await expectSoundAtEachSize(page)
    await page.getByRole('link', { name: 'Register' }).press('Enter')
    await expect(heading(page, 'Register')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()
    await expect(page.getByText(/^By registering you agree that Ridge Rescue keeps these details/)).toBeVisible()
  } finally {
    await hide(false)
  }
})

test('a form completed before hydration is sent automatically; an incomplete one waits', async ({ browser }) => {
  const context = await browser.newContext({ viewport: SIZES.phone })
  const page = await context.newPage()
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1
  })
  let script = Promise.resolve()
  await page.route('**/assets/*.js', async (route) => {
    await script
    await route.continue()
  })
  const wakeWith = async (given: Record<string, string>) => {
    let wake = () => {}
    script = new Promise<void>((resolve) => {
      wake = resolve
    })
    await page.goto(siteUrl('harbour', '/register?state=account-required'), { waitUntil: 'commit' })
    for (const [label, text] of Object.entries(given)) await page.getByLabel(label, { exact: true }).fill(text)
    wake()
  }
  await page.goto(siteUrl('harbour', '/hello'))
  await page.getByLabel('Email', { exact: true }).fill(freshEmail())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Register')).toBeVisible()
  sent = 0
  const gap = { 'Full Name': 'Brought Back', 'New Password': 'tide-table-heron-42' }
  await wakeWith(gap)
  await settled(page)
  await expect(page.getByText('Required.')).toBeHidden()
  expect(sent).toBe(0)
  await wakeWith({ ...gap, 'Repeat New Password': 'tide-table-heron-42' })
  await expect(heading(page, 'Registration Complete')).toBeVisible()
  await expect(page.getByText(/You can’t sign in until it has been activated/)).toBeVisible()
  expect(sent).toBe(1)
  await context.close()
})

test('trying too often opens the throttled page with the limiter’s message', async ({ page, request }) => {
  const { email } = await freshMember(request)
  const limited = await startProduct({
    dataDir: emptyDataDir('limited'),
    command: ['build/main.js', 'web'],
    env: { DATABASE_URL: database.url, RATE_LIMITS: 'on' },
  })
  try {
    await page.goto(`http://harbour.localhost:${limited.port}/hello`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    const program = client(request, 'harbour', undefined, limited.port)
    for (let status = 0; status !== 429; ) {
      const answer = await program.call('POST', '/api/auth/login', { body: { email, password: 'wrong' } })
      status = answer.status()
      expect([400, 429]).toContain(status)
    }
    await page.getByRole('button', { name: 'Login' }).press('Enter')
    await expect(heading(page, 'Request Throttled')).toBeVisible()
    await expect(page.getByText(/^There were too many requests\. Please try again in \d+ minutes\./)).toBeVisible()

    for (let status = 0; status !== 429; ) {
      await page.goto(`http://harbour.localhost:${limited.port}/password/reset/`)
      await expect(heading(page, 'Reset Password')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue(email)
      const answer = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: 'Send reset link' }).press('Enter')
      status = (await answer).status()
      expect([200, 429]).toContain(status)
      if (status === 200) await expect(page.getByRole('status')).toContainText('Please check your email')
    }
    await expect(heading(page, 'Request Throttled')).toBeVisible()
    await expect(page.getByText(/^There were too many requests\. Please try again in /)).toBeVisible()
    await page.getByRole('link', { name: 'Try again' }).press('Enter')
    await expect(heading(page, 'Reset Password')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  } finally {
    await limited.stop()
  }
})

test('an operator adds a passkey as second step and signs in with it, by keyboard', async ({ page }) => {
  const { email, password } = await database.operator(freshEmail())
  await virtualAuthenticator(page)
  const enter = async () => {
    await page.goto(siteUrl('platform', '/console/login'))
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  await enter()
  await expect(heading(page, 'Set up a second step')).toBeVisible()
  await expectSoundAtEachSize(page)
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await expect(page.getByText('Harbour Sailing Club')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await enter()
  await expect(heading(page, 'Confirm it’s you')).toBeVisible()
  await expectSoundAtEachSize(page)
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(page.getByText('Harbour Sailing Club')).toBeVisible()
})

test('a message without a field shows in one banner: the event ended while its page was open', async ({
  page,
  request,
}) => {
  const { email } = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const times = { start: '2063-05-11T09:00:00Z', end: '2063-05-11T12:00:00Z' }
  const made = await admin.call('POST', '/api/events/', { body: [{ name: `Short Regatta ${Date.now()}`, ...times }] })
  const id = ((await made.json()) as { order: number[] }).order[0]!
  const created = await admin.call('POST', '/api/assignments/', { body: [{ name: `Lookout ${id}` }] })
  const assignment = ((await created.json()) as { order: number[] }).order[0]!
  await admin.call('POST', '/api/shifts/', { body: [{ event: id, assignment, draft: '2026-01-01T00:00:00Z' }] })
  await enter(page, email)
  await page.goto(siteUrl('harbour', `/events/${id}`))
  const ask = page.getByRole('button', { name: 'Count me in' })
  await expect(ask).toBeVisible()
  const past = { start: '2025-05-11T09:00:00Z', end: '2025-05-11T12:00:00Z' }
  const moved = await admin.call('PUT', '/api/events/', { body: [{ id, ...past }] })
  expect(moved.status(), await moved.text()).toBe(200)
  await ask.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This event is over.')
})
