import { ahead } from './dev-clock.ts'
import { expect, expectAccessible, SIZES, signIn, siteUrl, test } from './fixtures.ts'

const MEMBER = ['Dashboard', 'Calendar', 'Profile']
const GROUPS = ['Main', 'Events', 'People', 'Communication', 'Site']

test('signed out, pages have a title, Login, a footer and the About dialog', async ({ page }) => {
  for (const [path, title, login] of [
    ['/hello', 'Hello', 0],
    ['/privacy', 'Privacy Policy and Terms', 1],
    ['/events/public', 'Calendar', 1],
    ['/404', 'Page not found', 1],
  ] as const) {
    await page.goto(siteUrl('harbour', path))
    await expect(page).toHaveTitle(`${title} | Harbour Sailing Club`)
    expect(await page.evaluate(() => document.compatMode), 'the page has a doctype').toBe('CSS1Compat')
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(login)
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toHaveCount(0)
  }
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('HSC')
  await expect(footer.getByRole('link', { name: /^Privacy/ })).toHaveAttribute('href', '/privacy')
  await footer.getByRole('button', { name: 'About' }).click()
  const about = page.getByRole('dialog', { name: 'About' })
  await expect(about).toContainText('volunteer management platform')
  await expect(about).toContainText(/Hundreds of people use it every month/)
  await expect(about.getByRole('link', { name: 'office@harbour.test' })).toBeVisible()
  await expect(about.getByRole('link', { name: /support@/ })).toBeVisible()
  await expect(about.getByText('v1.4.10')).toBeVisible()
  await expect(about.locator('code').nth(1)).toHaveText(/^([0-9a-f]{7}|dev)$/)
  await expectAccessible(page)
  await about.getByRole('button', { name: 'Send a test warning' }).click()
  await expect(about.getByRole('status')).toContainText('The warning is in the server log.')
  await page.evaluate(() => localStorage.setItem('probe', '1'))
  const reloaded = page.waitForEvent('load')
  await about.getByRole('button', { name: 'Clear local storage and reload' }).click()
  await reloaded
  expect(await page.evaluate(() => localStorage.getItem('probe'))).toBeNull()
  await footer.getByRole('button', { name: 'About' }).click()
  page.removeAllListeners('console')
  await about.getByRole('button', { name: 'Open the server-error page' }).click()
  await expect(page.getByRole('heading', { name: 'Server Error' })).toBeVisible()
  await expect(about).toHaveCount(0)
})

test('the sidebar fits role and size: headings for admins, 256 or 56 px wide, closed by navigating', async ({
  page,
}) => {
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
  const words = () => navigation.getByRole('link').allInnerTexts()
  await signIn(page, 'admin@harbour.test')
  await expect(navigation.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
  for (const group of GROUPS) await expect(navigation.getByRole('button', { name: group, exact: true })).toBeVisible()
  const width = async () => Math.round((await navigation.boundingBox())?.width ?? 0)
  await expect.poll(width).toBe(256)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect.poll(width).toBe(56)
  // An uncaught error is reported to the server, without personal data.
  page.removeAllListeners('pageerror')
  const [reported] = await Promise.all([
    page.waitForResponse('**/report'),
    page.evaluate(() => void setTimeout(() => Promise.reject(new RangeError('admin@harbour.test was not there')))),
  ])
  expect(reported.status()).toBe(204)
  expect(reported.request().postDataJSON()).toMatchObject({
    level: 'error',
    stack: expect.stringContaining('RangeError'),
  })
  await page.goto(siteUrl('harbour', '/dashboard?iframe'))
  await expect(navigation).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.context().clearCookies()

  await page.setViewportSize(SIZES.phone)
  await signIn(page, 'member@harbour.test')
  await expect(navigation).toBeHidden()
  await expect(page.getByRole('button', { name: /Account menu/ })).toHaveText(/^Hello,\s+Imogen\b(?! Trev)/, {
    useInnerText: true,
  })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(navigation.getByRole('link', { name: 'Profile' })).toBeVisible()
  expect(await words()).toEqual(expect.arrayContaining(MEMBER))
  await expect(navigation.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await navigation.getByRole('link', { name: 'Calendar' }).click()
  await page.waitForURL('**/events/calendar')
  await expect(navigation).toBeHidden()
})

test('the sidebar fits a screen, keeps collapsed groups, and is a rail on working screens', async ({ page }) => {
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
  const entry = (name: string) => navigation.getByRole('link', { name, exact: true })
  const width = async () => Math.round((await navigation.boundingBox())?.width ?? 0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'admin@harbour.test')
  await expect(navigation.getByRole('link')).toHaveCount(18)
  await expect(entry('Dashboard')).toBeInViewport({ ratio: 1 })
  await expect(entry('Profile')).toBeInViewport({ ratio: 1 })
  await page.goto(siteUrl('harbour', '/apikeys'))
  await expect(entry('Organisation')).toHaveAttribute('aria-current', 'page')
  await expect(
    page.getByRole('navigation', { name: 'Organisation' }).getByRole('link', { name: 'For developers' }),
  ).toHaveAttribute('aria-current', 'page')
  await navigation.getByRole('button', { name: 'People', exact: true }).click()
  await expect(entry('Training')).toBeHidden()
  await page.reload()
  await expect(entry('Training')).toBeHidden()
  await page.goto(siteUrl('harbour', '/shifts'))
  await expect(entry('Shifts')).toBeVisible()
  await page.getByRole('navigation', { name: 'Shifts' }).getByRole('link', { name: 'Grid' }).click()
  await page.waitForURL('**/roster')
  await expect.poll(width).toBe(56)
  await expect(entry('Training')).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect.poll(width).toBe(256)
  await page.goto(siteUrl('harbour', '/requests'))
  await expect(page).toHaveURL(/\/todo\?kind=request$/)
  await expect.poll(width).toBe(56)
  await page.goto(siteUrl('harbour', '/roster'))
  await expect.poll(width).toBe(256)
})

test('an open page is reloaded every half hour and on return to its tab, with a new cookie, but not over unsaved text', async ({
  page,
  request,
}) => {
  await page.clock.install()
  await signIn(page, 'admin@harbour.test')
  let reads = 0
  page.on('request', (sent) => {
    if (sent.url().includes('_data=root')) reads++
  })
  const cookie = async () => {
    const all = await page.context().cookies(siteUrl('harbour'))
    return all.find(({ httpOnly, value }) => httpOnly && value.length > 30)?.value
  }
  const before = await cookie()
  expect(before).toBeTruthy()
  await page.clock.fastForward('29:00')
  expect(reads).toBe(0)
  // The timer of the half hour is loaded after the page, later on a slow machine.
  const readOnce = () =>
    expect(async () => {
      await page.clock.fastForward('02:00')
      expect(reads).toBe(1)
    }).toPass({ intervals: [500] })
  await ahead(request, 31 * 60, async () => {
    await readOnce()
    await expect.poll(cookie).not.toBe(before)
  })
  const show = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await show()
  expect(reads).toBe(1)
  // The first read may be drawn, and its age start, after the clock has moved: retry if need be.
  await expect(async () => {
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 31 * 60_000
    })
    await show()
    expect(reads).toBeGreaterThan(1)
  }).toPass({ intervals: [500] })

  let release = () => {}
  const typed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/fresh-page-*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto(siteUrl('harbour', '/news?add'))
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Half a ti')
  const loaded = page.waitForResponse('**/fresh-page-*.js')
  release()
  await loaded
  reads = 0
  await page.clock.fastForward('31:00')
  await page.clock.fastForward('31:00')
  await show()
  expect(reads).toBe(0)
  await expect(title).toHaveValue('Half a ti')
  await title.fill('')
  await readOnce()
})

type RouteStyles = { id: string; parentId?: string; css: string[] }
type WithRoutes = { __remixManifest: { routes: Record<string, RouteStyles> } }

test('the first paint of a screen waits for at most four stylesheets', async ({ page }) => {
  const html = await (await page.goto(siteUrl('harbour', '/hello')))?.text()
  const counts = await page.evaluate(() => {
    const { routes } = (window as unknown as WithRoutes).__remixManifest
    const stylesOf = ({ parentId, css }: RouteStyles): string[] => [
      ...(parentId && routes[parentId] ? stylesOf(routes[parentId]) : []),
      ...css,
    ]
    return Object.values(routes).map((route) => [route.id, new Set(stylesOf(route)).size] as const)
  })
  expect(counts.filter(([, count]) => count < 1 || count > 4)).toEqual([])
  expect(html?.match(/<link rel="stylesheet"/g)).toHaveLength(new Map(counts).get('routes/hello') ?? 0)
})
