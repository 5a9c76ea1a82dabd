import type { Page } from '@playwright/test'
import { client, freshMember, login } from './api-client.ts'
import { dashboard, enter, expect, expectAccessible, fillSignIn, signIn, siteUrl, test } from './fixtures.ts'
import { expectFits } from './own-member.ts'

// Preloaded parts open without a connection.
test.use({ savesData: false })

const run = Math.random().toString(36).slice(2, 8)
const COMMENT = 'I can bring the van, and two more hands after lunch.'

async function comingEvent(request: Parameters<typeof login>[0], name: string): Promise<number> {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const start = new Date(Date.now() + 30 * 86_400_000)
  const body = [{ name: `${name} ${run}`, start: start.toISOString(), end: new Date(+start + 7_200_000).toISOString() }]
  const answer = await admin.call('POST', '/api/events/', { body })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).order[0]
}

const banner = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Network Error Connecting to Server.' }).first()

async function loseOnce(page: Page, matches: (url: URL, method: string) => boolean) {
  let lost = 0
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (lost === 0 && matches(new URL(request.url()), request.method())) {
      lost += 1
      return route.abort('connectionfailed')
    }
    return route.fallback()
  })
  return () => lost
}

test.beforeEach(({ page }) => {
  // The browser logs each lost request to the console.
  page.removeAllListeners('console')
})

test('a sign-up whose session ended is offered again after signing in, with its comment', async ({ page, request }) => {
  const { email, id } = await freshMember(request)
  const event = await comingEvent(request, 'Lost session')
  await signIn(page, email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await page.getByLabel('Comment').fill(COMMENT)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  expect((await admin.call('DELETE', `/api/people/${id}/sessions`)).ok()).toBe(true)
  await page.getByRole('button', { name: 'Count me in' }).click()
  await page.waitForURL(`**/hello?next=%2Fevents%2F${event}`)
  await fillSignIn(page, email)
  await page.waitForURL(`**/events/${event}`)
  const offer = page.getByRole('region', { name: 'Not sent yet' })
  await expect(offer).toContainText(COMMENT)
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Send now' }).click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByText('Requested on').locator('visible=true').first()).toBeVisible()
  await expect(page.getByText(COMMENT).locator('visible=true').first()).toBeVisible()
  await page.reload()
  await expect(offer).toHaveCount(0)
})

test('an unsent form is offered to no one else, and can be discarded', async ({ page, request }) => {
  const { email, id } = await freshMember(request)
  const other = await freshMember(request)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  await signIn(page, email)
  await page.goto(siteUrl('harbour', '/profile/info'))
  await page.getByRole('button', { name: 'Edit name' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Someone Else Entirely')
  expect((await admin.call('DELETE', `/api/people/${id}/sessions`)).ok()).toBe(true)
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.waitForURL('**/hello?next=%2Fprofile%2Finfo')
  const offer = page.getByRole('region', { name: 'Not sent yet' })
  await fillSignIn(page, other.email)
  await page.waitForURL('**/profile/info')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.context().clearCookies()
  await enter(page, email)
  await page.goto(siteUrl('harbour', '/profile/info'))
  await expect(offer).toContainText('Someone Else Entirely')
  await offer.getByRole('button', { name: 'Discard' }).click()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await expect(offer).toHaveCount(0)
})

test('a form sent without a connection stays unchanged, and can be sent again', async ({ page, request }) => {
  const { email } = await freshMember(request)
  const event = await comingEvent(request, 'Offline form')
  await signIn(page, email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await page.getByLabel('Comment').fill(COMMENT)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Count me in' }).click()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByText('Not sent: there is no connection.').locator('visible=true').first()).toBeVisible()
  await expect(page.getByLabel('Comment')).toHaveValue(COMMENT)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Count me in' }).click()
  await expect(page.getByText(COMMENT).locator('visible=true').first()).toBeVisible()
  await expect(page.getByText('Requested on').locator('visible=true').first()).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
})

test('a lost call of a dialog, or one that only a proxy answers, keeps the dialog and its text', async ({
  page,
  request,
}) => {
  await signIn(page, (await freshMember(request)).email)
  await page.goto(siteUrl('harbour', '/profile/info'))
  await page.getByRole('button', { name: 'Edit name' }).click()
  const lost = await loseOnce(page, (_url, method) => method !== 'GET')
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('Ines Marguerite Featherstonehaugh')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(banner(page)).toBeVisible()
  expect(lost()).toBe(1)
  await expect(name).toHaveValue('Ines Marguerite Featherstonehaugh')
  const proxy = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    (route) => route.fulfill(proxy),
    { times: 1 },
  )
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.status() === 502),
    page.getByRole('button', { name: 'Save name' }).click(),
  ])
  await answer.finished()
  await expect(banner(page)).toBeVisible()
  await expect(name).toHaveValue('Ines Marguerite Featherstonehaugh')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Ines Marguerite Featherstonehaugh').first()).toBeVisible()
})

type WithRoutes = { __remixManifest: { routes: Record<string, { module: string }> } }

/** Runs in the browser: the address of the month's code. */
const codeOfMonth = () =>
  (window as unknown as WithRoutes).__remixManifest.routes['routes/events.calendar._index']!.module

// Losing the connection during a preload would cost a document.
test.describe('without preloading', () => {
  test.use({ savesData: true })

  test('a page that cannot be opened keeps the old one, and opens once there is a connection', async ({
    page,
    request,
  }) => {
    await signIn(page, (await freshMember(request)).email)
    await page.evaluate(() => {
      ;(window as { mark?: number }).mark = 1
    })
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Calendar' }).locator('visible=true').first().click()
    await expect(banner(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await expect(page.getByRole('region', { name: 'News' })).toBeVisible()
    await page.context().setOffline(false)
    await page.waitForURL('**/events/calendar')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    await page.context().setOffline(true)
    await page.evaluate(() => history.back())
    await expect(banner(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().setOffline(false)
    await dashboard(page)
    expect(await page.evaluate(() => (window as { mark?: number }).mark)).toBe(1)
  })

  test('a page whose code was lost once is loaded as a document, instead of the old page', async ({
    page,
    request,
  }) => {
    await signIn(page, (await freshMember(request)).email)
    const file = await page.evaluate(codeOfMonth)
    const code = (url: URL) => url.pathname === file
    let losses = 0
    // Not unrouted: that may wait for ever while the document is replaced.
    await page.route(code, (route) =>
      route.request().resourceType() === 'script' && losses++ === 0 ? route.abort() : route.continue(),
    )
    const lost = page.waitForEvent('requestfailed', (request) => code(new URL(request.url())))
    await page.getByRole('link', { name: 'Calendar' }).locator('visible=true').first().click()
    await lost
    await page.waitForURL('**/events/calendar')
    await expect(page.getByRole('heading', { level: 1, name: /\d{4}/ })).toBeVisible()
  })
})

test('a page does not open automatically over a text that someone is typing', async ({ page, request }) => {
  const { email } = await freshMember(request)
  const event = await comingEvent(request, 'Typing')
  await signIn(page, email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Dashboard' }).locator('visible=true').first().click()
  await expect(banner(page)).toBeVisible()
  await page.getByLabel('Comment').fill(COMMENT)
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByLabel('Comment')).toHaveValue(COMMENT)
  await page.getByRole('button', { name: 'Try again' }).click()
  await dashboard(page)
})

test('a list whose next page is lost keeps its rows and is read again', async ({ page }) => {
  await signIn(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/people/list?limit=10'))
  const rows = page.getByRole('row')
  const before = await rows.count()
  const lost = await loseOnce(page, (url) => url.searchParams.has('_data') && url.searchParams.get('page') === '2')
  await page
    .getByRole('button', { name: 'Next page' })
    .or(page.getByRole('link', { name: 'Next page' }))
    .first()
    .click()
  await page.waitForURL('**page=2**')
  expect(lost()).toBe(1)
  expect(before).toBeGreaterThan(5)
  await expect(rows.first()).toBeVisible()
})

test('a choice that could not be sent is reverted with a message beside it', async ({ page, request }) => {
  const { email } = await freshMember(request)
  const event = await comingEvent(request, 'Availability')
  await signIn(page, email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await page.context().setOffline(true)
  await page
    .getByRole('button', { name: 'Unavailable', exact: true })
    .or(page.getByText('Unavailable', { exact: true }))
    .locator('visible=true')
    .first()
    .click()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByText('Not sent: there is no connection.').locator('visible=true').first()).toBeVisible()
  await page.context().setOffline(false)
})

test('a lazily loaded dialog opens without a connection once the page has been idle', async ({ page, request }) => {
  await enter(page, (await freshMember(request)).email)
  const answers = [/about-dialog.*\.js$/, /about-dialog.*\.css$/].map((file) => page.waitForResponse(file))
  await page.goto(siteUrl('harbour', '/privacy'))
  const [code, styles] = await Promise.all(answers)
  await styles?.finished()
  // The page has begun to load the dialog; this resolves once all its imports have arrived.
  await page.evaluate((file) => import(file).then(() => {}), code!.url())
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'About' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.context().setOffline(false)
})

test('a dialog whose code was lost opens once there is a connection', async ({ page, request }) => {
  await page.route(/about-dialog/, (route) => route.abort('connectionfailed'))
  await signIn(page, (await freshMember(request)).email)
  await page.getByRole('button', { name: 'About' }).click()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'News' })).toBeVisible()
  await page.unroute(/about-dialog/)
  const styles = page.waitForResponse(/about-dialog.*\.css/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect((await styles).ok()).toBe(true)
})

test('signing out without a connection stays on the page until it can be sent', async ({ page, request }) => {
  await signIn(page, (await freshMember(request)).email)
  const signOut = page.getByRole('menuitem', { name: 'Logout' })
  await page.getByRole('button', { name: /Account menu/ }).click()
  // The menu is loaded when it is first opened.
  await expect(signOut).toBeVisible()
  await page.context().setOffline(true)
  await signOut.click()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'News' })).toBeVisible()
  await page.context().setOffline(false)
  await page.waitForURL('**/hello')
})
