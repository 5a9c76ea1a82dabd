import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { client, login } from './api-client.ts'
import { outlineFaultsOf, type Rules } from './axe.ts'
import { enter, expectAccessible, SIZES, signIn } from './fixtures.ts'
import { confirmEmailOf } from './product-database.ts'

export const OWN_PASSWORD = 'tide-table-heron-42'
let serial = 0

export type OwnMember = { id: number; email: string; name: string; admin: string }

/** @param coordinator the address of an admin of the site. */
export async function newMember(
  request: APIRequestContext,
  slug = 'harbour',
  over = {},
  coordinator = `admin@${slug}.test`,
): Promise<OwnMember> {
  const email = `own-${Date.now().toString(36)}-${serial++}.marguerite.featherstonehaugh@correspondence.example.org`
  const name = 'Marguerite Featherstonehaugh-Wolfeschlegel'
  const registered = await client(request, slug).call('POST', '/api/register', {
    body: { email, name, password: OWN_PASSWORD },
  })
  expect(registered.status(), await registered.text()).toBe(204)
  const { access: admin } = await login(request, coordinator, slug)
  const api = client(request, slug, admin)
  const found = await (await api.call('GET', `/api/people/?email=${email}`)).json()
  const id = found.order[0] as number
  const activated = await api.call('PUT', '/api/people/', { body: [{ id, is_active: true, ...over }] })
  expect(activated.status(), await activated.text()).toBe(200)
  await confirmEmailOf(email)
  return { id, email, name, admin }
}

type Where = { slug?: string; password?: string }

export const signInAs = (page: Page, email: string, { slug = 'harbour', password = OWN_PASSWORD }: Where = {}) =>
  signIn(page, email, slug, password)

export const enterAs = (page: Page, email: string, { slug = 'harbour', password = OWN_PASSWORD }: Where = {}) =>
  enter(page, email, slug, password)

type Sent = { to: string; text: string; kind: string; channel: string }

/** Waits for a new message of a kind to an address. @param after the number of earlier ones. */
export async function lastMessage(request: APIRequestContext, to: string, kind: string, after = 0): Promise<string> {
  let found: Sent[] = []
  await expect
    .poll(
      async () => {
        const answer = await client(request, 'harbour').call(
          'GET',
          `/dev/messages.json?limit=10000&to=${encodeURIComponent(to)}`,
        )
        found = ((await answer.json()) as Sent[]).filter((one) => one.kind === kind)
        return found.length
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(after)
  return found[0]?.text ?? ''
}

export const expectFits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${page.url()} fits`,
    })
    .toBeLessThanOrEqual(0)

export async function expectOutline(page: Page) {
  expect(await outlineFaultsOf(page)).toEqual([])
}

/**
 * Expects no sideways overflow and no violation of WCAG 2.2 AA, in the light scheme and, for colours, in the dark one.
 */
export async function expectSound(page: Page, rules: Rules = 'all') {
  await expectFits(page)
  await inScheme(page, 'light')
  await expectAccessible(page, rules)
  await inScheme(page, 'dark')
  await expectAccessible(page, 'colours')
  await inScheme(page, 'light')
}

const inScheme = (page: Page, colorScheme: 'light' | 'dark') =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

/**
 * The same on a phone, and on a desktop for what a phone does not show; the page keeps its size. A change of scheme
 * redraws the whole page, so the desktop check starts with the dark one.
 */
export async function expectSoundAtEachSize(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize(SIZES.phone)
  await expectFits(page)
  await inScheme(page, 'light')
  await expectAccessible(page)
  await inScheme(page, 'dark')
  await expectAccessible(page, 'colours')
  await page.setViewportSize(SIZES.desktop)
  await expectFits(page)
  await expectAccessible(page, 'colours')
  await inScheme(page, 'light')
  await expectAccessible(page, 'rest')
  if (size) await page.setViewportSize(size)
}

export async function under(page: Page, label: string, message: string) {
  await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
    new RegExp(message.replace(/[.*+?()]/g, '\\$&')),
  )
  await expect(page.getByText(message).first()).toBeVisible()
}
