import type { Page } from '@playwright/test'
import { mintToken } from '#server/accounts/sessions/tokens.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { PLATFORM } from '#server/engine/tenancy/site.ts'
import { expect, expectAccessible, SIZES, settled, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { productDatabase } from '#tests/e2e/product-database.ts'

const at = (path: string) => siteUrl('platform', path)
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

/** Opens the console as a new operator who has passed both steps. */
async function openConsole(page: Page, email: string) {
  const database = await productDatabase()
  await database.operator(email)
  const token = mintToken('cookie', PLATFORM)
  await database.run(
    `insert into platform.operator_sessions (account_id, token_hash, auth_epoch, created_at, last_seen_at)
     select id, $1, auth_epoch, now(), now() from identity.accounts where email = $2`,
    [hashSecret(token), email],
  )
  await database.end()
  const host = { domain: 'platform.localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' as const }
  await page.context().addCookies([{ name: '__Host-sid', value: token, ...host }])
}

const minute = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')

async function both(page: Page, look: () => Promise<unknown>) {
  for (const [size, colorScheme] of [
    [SIZES.phone, 'dark'],
    [SIZES.desktop, 'light'],
  ] as const) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await look()
    await expectAccessible(page)
    expect(await fits(page)).toBe(true)
  }
}

test('a notice is written in the console, read and hidden at a club, changed, read again, and ended', async ({
  page,
  browser,
}) => {
  await openConsole(page, 'notices@watchbill.test')
  await page.goto(at('/console/notices'))
  await expect(page.getByText('No notices')).toBeVisible()
  await page.getByRole('link', { name: 'New notice' }).click()
  await page.getByRole('button', { name: 'Save the notice' }).click()
  await expect(page.getByText('Required.')).toHaveCount(3)
  await both(page, () => expect(page.getByRole('heading', { name: 'New notice' })).toBeVisible())
  await page.getByLabel('Text').fill('Maintenance: pages answer slowly.')
  await page.getByLabel('Starts (UTC)').fill(minute(2))
  await page.getByLabel('Ends (UTC)').fill(minute(3))
  await page.getByLabel('Show from (UTC)').fill(minute(-1))
  await page.getByLabel('For').selectOption('Everyone signed in')
  await page.getByRole('button', { name: 'Save the notice' }).click()
  await page.waitForURL('**/console/notices')
  const item = page.getByRole('listitem').filter({ hasText: 'Maintenance' })
  await both(page, () => expect(item.getByText('Shown now')).toBeVisible())

  const member = await (await browser.newContext()).newPage()
  await signIn(member, 'member@harbour.test')
  const line = member.getByRole('status').filter({ hasText: 'Maintenance: pages answer slowly.' })
  await both(member, () => expect(line).toBeVisible())
  await settled(member)
  await line.getByRole('button', { name: 'Hide this notice' }).click()
  await expect(line).toBeHidden()
  await member.reload()
  await expect(member.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await expect(line).toBeHidden()

  await page.getByRole('link', { name: 'Change the notice “Maintenance: pages answer slowly.”' }).click()
  await page.getByLabel('Text').fill('Maintenance is put off.')
  await page.getByRole('button', { name: 'Save the notice' }).click()
  await page.waitForURL('**/console/notices')
  await member.reload()
  await expect(member.getByRole('status').filter({ hasText: 'Maintenance is put off.' })).toBeVisible()
  await page.getByRole('button', { name: 'End the notice “Maintenance is put off.”' }).click()
  await expect(item.getByText('Ended', { exact: true })).toBeVisible()
  await member.reload()
  await expect(member.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await expect(member.getByText('Maintenance is put off.')).toBeHidden()
  await page.getByRole('link', { name: 'Log' }).click()
  await expect(page.getByText('Ended a notice to all clubs: Maintenance is put off.')).toBeVisible()
  await expectAccessible(page)
  await member.context().close()
})

test('an operator enters a club for a reason, is named in a line all the time, and returns to the console', async ({
  page,
}) => {
  await openConsole(page, 'helper@watchbill.test')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(at('/console/sites/harbour'))
  const form = page.getByRole('region', { name: 'Act as an admin' })
  await form.getByRole('button', { name: 'Enter the site' }).click()
  await expect(form.getByText('Required.')).toBeVisible()
  await both(page, () => expect(form).toBeVisible())
  await form.getByLabel('Reason').fill('The roster of May does not open')
  await form.getByRole('button', { name: 'Enter the site' }).click()
  await page.waitForURL(siteUrl('harbour', '/dashboard'))
  const banner = page.getByRole('status').filter({ hasText: 'helper@watchbill.test of the platform is acting as' })
  await both(page, () => expect(banner).toBeVisible())
  // The browser sends no address with the secret.
  expect(asked.filter((url) => /we_[0-9a-z]+_/.test(url))).toEqual([])
  await page.goto(siteUrl('harbour', '/audit'))
  await expect(banner).toBeVisible()
  const entry = page.getByRole('row').filter({ hasText: 'The roster of May does not open' })
  await expect(entry.getByText('helper@watchbill.test of the platform, as')).toBeVisible()
  await expectAccessible(page)
  await settled(page)
  await banner.getByRole('button', { name: 'Stop acting' }).click()
  await page.waitForURL(at('/console/sites/harbour'))
  await page.goto(siteUrl('harbour', '/dashboard'))
  await page.waitForURL('**/hello**')
  await page.goto(at('/console/log'))
  await expect(page.getByText('Left the site harbour')).toBeVisible()
  await expect(
    page.getByText(/Entered the site harbour: The roster of May does not open \(as person \d+, until/),
  ).toBeVisible()

  await page.goto(siteUrl('harbour', '/operator-entry#we_1_used'))
  await expect(page.getByRole('alert')).toHaveText(
    'This entry has been used or is more than a minute old. Enter again from the console.',
  )
  await expectAccessible(page)
})
