import type { Page } from '@playwright/test'
import { client, freshMember, login } from './api-client.ts'
import { enter, expect, expectAccessible, SIZES, signIn, siteUrl, test } from './fixtures.ts'
import { expectSoundAtEachSize } from './own-member.ts'

const CALL = '**/api/auth/totp'
const PAGES = [
  [403, 'Not Authorized', 403],
  [404, 'Page not found', 404],
  [429, 'Request Throttled', 429],
  [500, 'Server Error', 500],
  [503, 'Server Error', 500],
] as const

/** Opens a page with a button that makes a call, which `answer` answers. */
async function callAnswered(page: Page, answer: { status: number; body: object } | 'nothing') {
  await page.route(CALL, (route) =>
    answer === 'nothing'
      ? route.abort('connectionfailed')
      : route.fulfill({ status: answer.status, contentType: 'application/json', body: JSON.stringify(answer.body) }),
  )
  await page.goto(siteUrl('harbour', '/profile/security'))
  await page.getByRole('button', { name: 'Set up an app' }).click()
}

test('a refused call opens its error page with the message of the answer', async ({ page, request }) => {
  await page.setViewportSize(SIZES.phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  page.removeAllListeners('console')
  await signIn(page, (await freshMember(request)).email)
  for (const [status, title, at] of PAGES) {
    const detail = `The words of ${status}`
    await callAnswered(page, { status, body: { detail } })
    await page.waitForURL(`**/${at}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText(detail)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    await page.unroute(CALL)
  }
  await expectSoundAtEachSize(page)
  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
  await expect(page.getByRole('region', { name: 'News' })).toBeVisible()
  await page.goto(siteUrl('harbour', '/404'))
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText('The words of')).toHaveCount(0)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Server Error' })).toBeVisible()
  await expect(page.getByText('The words of 503')).toBeVisible()
})

test('the page of a failed call has the id of its answer, and a link checked too often leads to its page', async ({
  page,
  request,
}) => {
  page.removeAllListeners('console')
  await signIn(page, (await freshMember(request)).email)
  await callAnswered(page, { status: 500, body: { detail: 'Something went wrong.', request_id: 'id-of-the-answer' } })
  await page.waitForURL('**/500')
  await expect(page.getByText('Something went wrong. Request id-of-the-answer')).toBeVisible()
  const detail = 'There were too many requests. Please try again in 15 minutes.'
  await page.route('**/api/password_reset/check', (route) => route.fulfill({ status: 429, json: { detail } }))
  await page.goto(siteUrl('harbour', '/password/reset/none'))
  await page.waitForURL('**/429')
  await expect(page.getByText(detail)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/password/reset/none')
})

test('a lost connection shows a banner that can be dismissed', async ({ page, request }) => {
  await signIn(page, (await freshMember(request)).email)
  page.removeAllListeners('console')
  await callAnswered(page, 'nothing')
  const banner = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
  await expect(banner).toContainText(
    'Network Error Connecting to Server. Please check your connection or try again later.',
  )
  await expectAccessible(page)
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toHaveCount(0)
})

test('a 401 without a code changes nothing; one with a code signs out and returns to the page afterwards', async ({
  page,
  request,
}) => {
  const { email, id } = await freshMember(request)
  await signIn(page, email)
  await callAnswered(page, { status: 401, body: { detail: 'Please sign in.' } })
  await expect(page.getByRole('alert')).toHaveText('Please sign in.')
  await page.unroute(CALL)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  await page.goto(siteUrl('harbour', '/profile/security'))
  expect((await admin.call('DELETE', `/api/people/${id}/sessions`)).ok()).toBe(true)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.waitForURL('**/hello?next=%2Fprofile%2Fsecurity')
})

test('an admin who lost the role gets the 403 page at the next click', async ({ page, request }) => {
  const { email, id } = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const role = (to: string) => admin.call('PUT', '/api/people/', { body: [{ id, role: to }] })
  expect((await role('admin')).status()).toBe(200)
  await enter(page, email)
  await page.goto(siteUrl('harbour', '/roles'))
  expect((await role('user')).status()).toBe(200)
  await page.goto(siteUrl('harbour', '/locations'))
  await expect(page.getByRole('heading', { name: 'Not Authorized' })).toBeVisible()
  await expectAccessible(page)
})

test('the error pages answer with their own status', async ({ request }) => {
  for (const status of [403, 404, 429, 500])
    expect((await client(request, 'harbour').call('GET', `/${status}`)).status()).toBe(status)
})

test('after too many requests a form keeps what was typed, and "Try again" leads back to it', async ({ page }) => {
  page.removeAllListeners('console')
  const detail = 'There were too many requests. Please try again in 40 seconds.'
  const answer = { status: 429, headers: { 'x-remix-catch': 'yes' }, contentType: 'application/json' }
  await page.goto(siteUrl('harbour', '/hello'))
  await page.route('**/hello?*_data=*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ ...answer, body: JSON.stringify({ detail, request_id: 'a1' }) })
      : route.continue(),
  )
  await page.getByLabel('Email').fill('typed@example.org')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Request Throttled' })).toBeVisible()
  await expect(page.getByText(`${detail} Request a1`)).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.org')
  // It is restored once only, and an error page is never retried.
  await page.goto(siteUrl('harbour', '/hello'))
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.goto(siteUrl('harbour', '/500'))
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/dashboard')
})

test('a refused form shows each message where it belongs, is sent once at a time, and forgets them at the next try', async ({
  page,
  request,
}) => {
  const path = '**/api/people/change_email_self'
  await signIn(page, (await freshMember(request)).email)
  page.removeAllListeners('console')
  await page.goto(siteUrl('harbour', '/profile'))
  await page.getByRole('button', { name: 'Edit email' }).click()
  const form = page.getByRole('dialog', { name: 'Edit email' })
  const send = form.getByRole('button', { name: 'Send link' })
  await form.getByLabel('New email').fill('new@example.test')
  await form.getByLabel('Current password', { exact: true }).fill('a password')

  await page.route(path, (route) => route.abort('connectionfailed'))
  await send.click()
  const network = 'Network Error Connecting to Server. Please check your connection or try again later.'
  await expect(form.getByRole('alert')).toHaveText(network)
  await expect(page.getByText(network)).toHaveCount(2)

  const answers: ((answer: { status: number; json: object }) => Promise<void>)[] = []
  await page.route(path, (route) => void answers.push((answer) => route.fulfill(answer)))
  const answer = (json: object) => answers.pop()?.({ status: 409, json })
  await form.locator('form').evaluate((element: HTMLFormElement) => {
    element.requestSubmit()
    element.requestSubmit()
  })
  await expect(send).toHaveAttribute('data-loading', 'true')
  await expect(page.getByText(network)).toHaveCount(0)
  await expect.poll(() => answers.length).toBe(1)
  await answer({ email: ['Wrong email.'], password: ['Wrong password.'], other: ['Something else.'] })
  await expect(form.getByLabel('New email')).toHaveAccessibleDescription(/Wrong email\./)
  await expect(form.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(/Wrong password\./)
  await expect(form.getByRole('alert')).toHaveText('Something else.')

  await send.click()
  await expect(form.getByText(/Wrong|Something/)).toHaveCount(0)
  await expect.poll(() => answers.length).toBe(1)
  await answer({})
  await expect(form.getByRole('alert')).toHaveText('That didn’t work. Please try again.')
  await expect(send).toBeEnabled()
})
