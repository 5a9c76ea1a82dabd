import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { form } from './raw-request.ts'
import { runningProduct } from './running-product.ts'

export { expect }

export const PASSWORD = 'watchbill-demo'
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const

export const siteUrl = (slug: string, path = '/') => `http://${slug}.localhost:${runningProduct().port}${path}`

/** Signs in as a person would, in two steps. Where signing in is not what is tested, `signIn` is the shorter way. */
export async function signInByForm(page: Page, email: string, slug = 'harbour') {
  await page.goto(siteUrl(slug, '/hello'))
  await fillSignIn(page, email)
  await dashboard(page)
}

/** Signs in and shows the dashboard. Every call opens a session of its own, so no test ends that of another. */
export async function signIn(page: Page, email: string, slug = 'harbour', password = PASSWORD) {
  await enter(page, email, slug, password)
  await page.goto(siteUrl(slug, '/dashboard'))
  await dashboard(page)
}

/** Signs in and shows nothing yet: for tests that open a page of their own next. */
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

/** Until the dashboard is drawn: its address alone is there before its page is. */
export async function dashboard(page: Page) {
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
}

/** The two steps alone, from wherever hello was reached. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** What of WCAG depends on the colours alone. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * No violation of WCAG 2.2 AA, or of some `rules` only, on the page as it comes to rest: what is still fading in or being
 * drawn has colours that nobody is meant to read. Only violations are worked out in full, and no second page is opened to
 * put together what frames of other origins say: there are none.
 */
export async function expectAccessible(page: Page, rules?: string[]) {
  await expect(async () => {
    await page.evaluate(finishAnimations)
    const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
    const { violations } = await (rules
      ? axe.withRules(rules)
      : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    ).analyze()
    expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`)).toEqual([])
  }).toPass({ timeout: 90_000 })
}

/** Run in the browser: ends every animation that has an end, as if its time had passed. */
function finishAnimations() {
  for (const animation of document.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
}

/**
 * Waits until the page answers to clicks and keys and has drawn what its address names. Before that a press is lost, as it is
 * for a person who is faster than the network; a test that is faster than the machine would fail by chance.
 */
export async function settled(page: Page) {
  await expect
    .poll(() => page.evaluate(isSettled).catch(() => false), { intervals: [20, 50, 100], message: 'settled' })
    .toBe(true)
}

/** Run in the browser: a page without scripts of the app, or one that says that it shows the address it is at. */
function isSettled() {
  const { settled } = document.documentElement.dataset
  return settled === undefined || settled === location.pathname + location.search
}

/**
 * Drops what is dragged, once the page has drawn where it hovers, and waits until the page takes clicks again: for a moment
 * after a drag every click is swallowed, so that the end of the drag does not count as one.
 */
export async function drop(page: Page) {
  await settled(page)
  await page.mouse.up()
  await expect.poll(() => page.evaluate(takesClicks), { intervals: [20], message: 'clicks count' }).toBe(true)
}

/** Run in the browser: whether a click gets past the listeners of the document. */
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

/** Holds back requests to addresses like `pattern` until `release` is called; `count` says how many came. */
export async function holdRequests(page: Page, pattern: RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let received = 0
  await page.route(pattern, async (route) => {
    received += 1
    await released
    // A page that is left takes its requests back.
    await route.continue().catch(() => {})
  })
  return { release: () => release(), count: () => received }
}

/** A page whose every opening, and every wait for an address, ends when it answers. */
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

/** How many times slower than this machine the browser works, to find tests that depend on its speed. */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1)

/** A browser page whose console errors and failed scripts fail the test. */
export const test = base.extend({
  context: async ({ context }, use) => {
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      const page = answering(await newPage())
      if (SLOWDOWN > 1)
        await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      return page
    }
    await use(context)
  },
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text())
    })
    await use(page)
    expect(errors).toEqual([])
  },
})
