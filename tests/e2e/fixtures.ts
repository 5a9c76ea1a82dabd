import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export const PASSWORD = 'watchbill-demo'
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const

export const siteUrl = (slug: string, path = '/') => `http://${slug}.localhost:${process.env.WATCHBILL_PORT}${path}`

/** Signs in as a person would, in two steps. */
export async function signIn(page: Page, email: string, slug = 'harbour') {
  await page.goto(siteUrl(slug, '/hello'))
  await fillSignIn(page, email)
  await page.waitForURL('**/dashboard')
}

/** The two steps alone, from wherever hello was reached. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** No violation of WCAG 2.2 AA on the page as it stands. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`)).toEqual([])
}

/**
 * Waits until the page answers to clicks and keys. Before that a press is lost, as it is for a person who is faster than the
 * network; a test that is faster than the machine would fail by chance.
 */
export async function hydrated(page: Page) {
  await expect
    .poll(() => page.evaluate(isHydrated).catch(() => false), { intervals: [20, 50, 100], message: 'hydrated' })
    .toBe(true)
}

/** Run in the browser: no page of the app, or one whose last control was taken over by React. */
function isHydrated() {
  const control = '__remixContext' in window ? [...document.querySelectorAll('button, a[href]')].at(-1) : null
  return !control || Object.keys(control).some((key) => key.startsWith('__reactProps'))
}

/** A page whose every opening ends when it answers. */
export function answering(page: Page): Page {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (...args) => {
    const answer = await goto(...args)
    await hydrated(page)
    return answer
  }
  page.reload = async (...args) => {
    const answer = await reload(...args)
    await hydrated(page)
    return answer
  }
  return page
}

/** A browser page whose console errors and failed scripts fail the test. */
export const test = base.extend({
  context: async ({ context }, use) => {
    const newPage = context.newPage.bind(context)
    context.newPage = async () => answering(await newPage())
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
