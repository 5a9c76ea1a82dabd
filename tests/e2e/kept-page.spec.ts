import { expect, newContext, SIZES, siteUrl, test } from './fixtures.ts'
import { KeptContexts } from './kept-contexts.ts'

const contexts = () => new KeptContexts(siteUrl('harbour', '/robots.txt'))

const found = () => ({
  stored: [localStorage.getItem('kept'), sessionStorage.getItem('kept')],
  cookies: document.cookie,
  steps: history.length,
  isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
  isPrint: matchMedia('print').matches,
})

test('the next test gets the same page, without what was stored, listened to, routed, emulated or typed', async ({
  browser,
}) => {
  const kept = contexts()
  const context = await kept.take({}, SIZES.phone, () => newContext(browser))
  const page = await kept.pageOf(context)
  let heard = 0
  page.on('request', () => {
    heard += 1
  })
  await page.goto(siteUrl('harbour', '/register'))
  await page.goto(siteUrl('harbour', '/hello'))
  await page.route('**/*', (route) => route.abort())
  await page.emulateMedia({ colorScheme: 'dark', media: 'print', reducedMotion: 'no-preference' })
  await page.evaluate(() => {
    localStorage.setItem('kept', 'yes')
    sessionStorage.setItem('kept', 'yes')
    document.cookie = 'kept=yes'
    window.addEventListener('beforeunload', (event) => event.preventDefault())
  })
  // A page asks before leaving only after some input.
  await page.getByLabel('Email').fill('someone@example.org')
  await kept.giveBack(context)
  const before = heard
  expect(before).toBeGreaterThan(0)

  expect(await kept.take({}, SIZES.desktop, () => newContext(browser))).toBe(context)
  expect(await kept.pageOf(context)).toBe(page)
  const second = await context.newPage()
  expect([page.viewportSize(), second.viewportSize()]).toEqual([SIZES.desktop, SIZES.desktop])
  await page.goto(siteUrl('harbour', '/hello'))
  expect(heard).toBe(before)
  expect(await page.evaluate(found)).toEqual({
    ...{ stored: [null, null], cookies: '', steps: 2, isDark: false, isStill: true, isPrint: false },
  })
  await context.close()
})

test('a page with an added script, a developer tools session or another site serves no other test', async ({
  browser,
}) => {
  const kept = contexts()
  const context = await kept.take({}, SIZES.phone, () => newContext(browser))
  const next = async (page: object) => {
    await kept.giveBack(context)
    const other = await kept.pageOf(context)
    expect(other === page).toBe(false)
    return other
  }
  let page = await kept.pageOf(context)
  await page.addInitScript(() => {})
  page = await next(page)
  await context.newCDPSession(page)
  page = await next(page)
  await page.goto(siteUrl('ridge', '/hello'))
  await next(page)
  await context.close()
})
