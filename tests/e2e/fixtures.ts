import { type Browser, type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test'
import { type Rules, violationsOf } from './axe.ts'
import { KeptContexts } from './kept-contexts.ts'
import { form } from './raw-request.ts'
import { runningProduct } from './running-product.ts'

export { expect }

export const PASSWORD = 'watchbill-demo'
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const

export const siteUrl = (slug: string, path = '/') => `http://${slug}.localhost:${runningProduct().port}${path}`

/** Signs in through the form, in two steps. Tests of anything else use `signIn`, which is faster. */
export async function signInByForm(page: Page, email: string, slug = 'harbour') {
  await page.goto(siteUrl(slug, '/hello'))
  await fillSignIn(page, email)
  await dashboard(page)
}

/** Signs in and opens the dashboard. Each call starts a new session, so that no test ends the session of another. */
export async function signIn(page: Page, email: string, slug = 'harbour', password = PASSWORD) {
  await enter(page, email, slug, password)
  await page.goto(siteUrl(slug, '/dashboard'))
  await dashboard(page)
}

export async function enter(page: Page, email: string, slug = 'harbour', password = PASSWORD) {
  const agent = await page.evaluate(() => navigator.userAgent)
  const host = `${slug}.localhost`
  const answer = await form('/login', { email, password }, [
    ['host', `${host}:${runningProduct().port}`],
    ['origin', siteUrl(slug, '')],
    ['user-agent', agent],
  ])
  const set = answer.headers['set-cookie']?.filter((cookie) => !cookie.includes('Max-Age=0')) ?? []
  expect(answer.headers.location, `${email} signs in at ${slug}: ${answer.status}`).toEqual(['/dashboard'])
  await page.context().addCookies(
    set.map((cookie) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      return { name, value, domain: host, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' as const }
    }),
  )
}

/** Waits until the dashboard is drawn, since the address changes earlier. */
export async function dashboard(page: Page) {
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
}

export async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Keeps the Undo notice open: it closes after some seconds unless the pointer is over it. */
export const keepUndo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).hover()

/** Publishes by the proof, where there is one: what notifies up to three people is published without. */
export async function confirmPublishing(page: Page) {
  const proof = page.getByRole('dialog', { name: /^Publish \d+ shift/ })
  const done = page.getByText(/(is|are) published\.|Saved and published/)
  await expect(proof.or(done).first()).toBeVisible()
  if (!(await proof.isVisible())) return
  await proof.getByRole('button', { name: /^Publish (and tell|\d+ shift)/ }).click()
  await expect(proof).toBeHidden()
  const receipt = page.getByRole('dialog', { name: /^(Published|Who got it)/ })
  if (await receipt.isVisible()) await receipt.getByRole('button', { name: 'Close' }).last().click()
}

/**
 * Expects no violation of WCAG 2.2 AA, or of its rules about colours, once animations have ended: fading colours are
 * not final.
 */
export async function expectAccessible(page: Page, rules: Rules = 'all') {
  await expect(async () => {
    await page.evaluate(finishAnimations)
    expect(await violationsOf(page, rules)).toEqual([])
  }).toPass({ timeout: 90_000 })
}

/** Runs in the browser: finishes every animation that has an end. */
function finishAnimations() {
  for (const animation of document.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
}

/**
 * Waits until the page responds to clicks and keys and has drawn its address. An earlier click is lost, so a test that
 * does not wait fails by chance on a slow machine.
 */
export async function settled(page: Page) {
  await expect
    .poll(() => page.evaluate(isSettled).catch(() => false), { intervals: [20, 50, 100], message: 'settled' })
    .toBe(true)
}

/** Runs in the browser: whether the page has no scripts of the app, or has marked its current address as drawn. */
function isSettled() {
  const { settled } = document.documentElement.dataset
  return settled === undefined || settled === location.pathname + location.search
}

/** Waits until the page has nothing to do, a second at most: one that always has would hold the test until its end. */
export const idle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))

/**
 * Drops the dragged element once the page has drawn where it hovers, then waits: for a moment after a drag every click
 * is swallowed, so that the drop does not count as one.
 */
export async function drop(page: Page) {
  await settled(page)
  await page.mouse.up()
  await expect.poll(() => page.evaluate(takesClicks), { intervals: [20], message: 'clicks count' }).toBe(true)
}

/** Runs in the browser: whether a click passes the listeners of the document. */
function takesClicks() {
  let hasArrived = false
  const root = document.documentElement
  const arrive = () => {
    hasArrived = true
  }
  root.addEventListener('click', arrive)
  root.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  root.removeEventListener('click', arrive)
  return hasArrived
}

/** Holds requests to addresses that match `pattern` until `release` is called; `count` returns how many there were. */
export async function holdRequests(page: Page, pattern: RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let received = 0
  await page.route(pattern, async (route) => {
    received += 1
    await released
    // A page cancels its requests on leaving.
    await route.continue().catch(() => {})
  })
  return { release: () => release(), count: () => received }
}

/** A page whose navigations resolve once it has settled. */
export function answering(page: Page): Page {
  const andSettled =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      const answer = await act(...args)
      await settled(page)
      return answer
    }
  page.goto = andSettled(page.goto.bind(page))
  page.reload = andSettled(page.reload.bind(page))
  page.goBack = andSettled(page.goBack.bind(page))
  page.waitForURL = andSettled(page.waitForURL.bind(page))
  return page
}

/** The factor by which the browser is slowed down, to find tests that depend on its speed. */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1)

/** Runs in the browser: as on a device whose owner saves data. */
function saveData() {
  const { connection } = navigator as { connection?: object }
  if (connection) Object.defineProperty(connection, 'saveData', { get: () => true })
}

/** The page of a kept context. Errors in the console and failed scripts fail the test. */
async function usePage(contexts: KeptContexts, context: BrowserContext, use: Use<Page>) {
  const page = await contexts.pageOf(context)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text())
  })
  await use(page)
  expect(errors).toEqual([])
}

type Use<T> = (value: T) => Promise<void>
type Own = { savesData: boolean; guest: Page; guestContext: BrowserContext }

export const test = base.extend<Own, { contexts: KeptContexts }>({
  /** Whether pages load their dialogs only when they open, which takes half of the work of most tests. */
  savesData: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which other fixtures are needed.
  contexts: [({}, use) => use(new KeptContexts(siteUrl('harbour', '/robots.txt'))), { scope: 'worker' }],
  context: async ({ browser, contexts, savesData, timezoneId, hasTouch, isMobile, viewport }, use, info) => {
    const options = { savesData, timezoneId, hasTouch, isMobile }
    const context = await contexts.take(options, viewport ?? SIZES.desktop, () => newContext(browser, savesData))
    await use(context)
    if (info.status !== info.expectedStatus) await attachPages(context, info)
    await contexts.giveBack(context)
  },
  page: ({ context, contexts }, use) => usePage(contexts, context, use),
  guestContext: async ({ browser, contexts, savesData, timezoneId, viewport }, use, info) => {
    const options = { guest: true, savesData, timezoneId }
    const context = await contexts.take(options, viewport ?? SIZES.desktop, () => newContext(browser, savesData))
    await use(context)
    if (info.status !== info.expectedStatus) await attachPages(context, info)
    await contexts.giveBack(context)
  },
  /** A signed-out device of another person. */
  guest: ({ guestContext, contexts }, use) => usePage(contexts, guestContext, use),
})

export async function newContext(browser: Browser, savesData = true): Promise<BrowserContext> {
  const made = await browser.newContext()
  if (savesData) await made.addInitScript(saveData)
  const newPage = made.newPage.bind(made)
  made.newPage = async () => {
    const page = answering(await newPage())
    if (SLOWDOWN > 1) await (await made.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    return page
  }
  return made
}

async function attachPages(context: BrowserContext, info: TestInfo): Promise<void> {
  for (const [n, page] of context.pages().entries())
    await info.attach(`page ${n + 1}`, { body: await page.screenshot(), contentType: 'image/png' })
}
