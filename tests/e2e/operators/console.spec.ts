import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { client } from '#tests/e2e/api-client.ts'
import { expect, expectAccessible, PASSWORD, SIZES, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'

const OPERATOR = 'operator@watchbill.test'
const at = (path: string) => siteUrl('platform', path)
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

async function password(page: Page, given: string) {
  await page.getByLabel('Email').fill(OPERATOR)
  await page.getByLabel('Password', { exact: true }).fill(given)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** One test for the whole walk, since the demo's operator can set up the first second factor only once. */
test('an operator sets up a second step first, creates, suspends and resumes a site, and confirms at the next sign-in', async ({
  page,
  request,
}) => {
  test.setTimeout(400_000)
  await page.setViewportSize(SIZES.phone)
  await page.goto(at('/'))
  await page.waitForURL('**/console/login')
  await expectAccessible(page)
  await password(page, 'wrong')
  await expect(page.getByRole('alert')).toHaveText('Email or password is incorrect.')
  await password(page, PASSWORD)
  await page.waitForURL('**/console/set-up')
  await expectAccessible(page)
  await page.goto(at('/console'))
  await page.waitForURL('**/console/login')
  await password(page, PASSWORD)
  await page.waitForURL('**/console/set-up')

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const key = ((await page.locator('code').textContent()) ?? '').replaceAll(/\s/g, '')
  const code = (later = 0) => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later })
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('alert')).toHaveText('The code is incorrect.')
  await page.getByLabel('Code').fill(code())
  await page.getByRole('button', { name: 'Finish' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await page.waitForURL('**/console')
  const sites = page.getByRole('region', { name: 'All sites' })
  await expect(sites.getByText('Harbour Sailing Club')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Numbers' }).getByRole('term')).toHaveCount(6)
  await expectAccessible(page)
  expect(await fits(page)).toBe(true)

  await page.setViewportSize(SIZES.desktop)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('link', { name: 'New site' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Lakeside Rowing')
  await page.getByLabel('Address').fill('www')
  await page.getByRole('button', { name: 'Create the site' }).click()
  await expect(page.getByText('This name is reserved.')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('Required.')).toBeVisible()
  await page.getByLabel('Address').fill('lakeside')
  await page.getByRole('textbox', { name: 'Time zone: a city near the club' }).fill('hobar')
  await page.getByRole('option', { name: /Hobart, Australia.*Hobart time.*now \d\d:\d\d/ }).click()
  await expect(page.getByText('Imported phone numbers begin with +61; Australian English.')).toBeVisible()
  await page.getByLabel('First admin').fill('Lena Lake')
  await page.getByLabel('Their email').fill('lena@lakeside.test')
  await page.getByRole('button', { name: 'Create the site' }).click()
  await page.waitForURL('**/console/sites/lakeside')
  const head = page.locator('main header')
  await expect(head.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('Australia/Hobart')).toBeVisible()
  await expectAccessible(page)
  await expect(async () => {
    const mails = await client(request, 'lakeside').call('GET', '/dev/messages.json?limit=10000')
    expect(await mails.json()).toMatchObject([{ kind: 'account.invitation', to: 'lena@lakeside.test' }])
  }).toPass()
  await page.reload()
  const invitation = page.getByRole('region', { name: 'First admin' })
  await expect(invitation.getByRole('listitem').filter({ hasText: 'Sent' }).getByLabel('Done')).toBeVisible()
  await expect(invitation.getByText('Accepted')).toBeVisible()
  await invitation.getByRole('button', { name: 'Resend the invitation to Lakeside Rowing' }).click()
  await expect(invitation.getByRole('status')).toHaveText('Invitation sent')
  for (const [does, then] of [
    ['Suspend', 'Suspended'],
    ['Resume', 'Active'],
  ] as const) {
    await head.getByRole('button', { name: `${does} Lakeside Rowing` }).click()
    const dialog = page.getByRole('dialog', { name: `${does} Lakeside Rowing?` })
    if (does === 'Suspend') await expect(() => expectAccessible(page)).toPass()
    await dialog.getByRole('button', { name: does }).click()
    await expect(dialog).toBeHidden()
    await expect(head.getByText(then, { exact: true })).toBeVisible()
    const hello = await client(request, 'lakeside').call('GET', '/hello')
    expect(hello.status()).toBe(then === 'Active' ? 200 : 404)
  }
  const own = page.getByRole('region', { name: 'Own domains' })
  await own.getByRole('textbox', { name: 'Domain' }).fill('https://roster.lakeside.test')
  await own.getByRole('button', { name: 'Add the domain' }).click()
  await expect(own.getByText('Give the name only, such as roster.club.org.')).toBeVisible()
  await own.getByRole('textbox', { name: 'Domain' }).fill('roster.lakeside.test')
  await own.getByRole('button', { name: 'Add the domain' }).click()
  const domain = own.getByRole('list', { name: 'Own domains' }).getByRole('listitem')
  await expect(domain.getByText('Not checked yet')).toBeVisible()
  await expect(domain.getByText('_watchbill.roster.lakeside.test')).toBeVisible()
  await expect(domain.getByText('lakeside.localhost')).toBeVisible()
  await expect(own.getByRole('textbox', { name: 'Domain' })).toHaveValue('')
  await domain.getByRole('button', { name: 'Check the DNS of roster.lakeside.test' }).click()
  await expect(domain.getByText('Not proved')).toBeVisible()
  await expect(domain.getByRole('status')).toHaveText('The DNS did not answer. Try again in a few minutes.')
  await expectAccessible(page)
  await page.setViewportSize(SIZES.phone)
  await expectAccessible(page)
  expect(await fits(page)).toBe(true)
  await page.setViewportSize(SIZES.desktop)
  await domain.getByRole('button', { name: 'Remove roster.lakeside.test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(own.getByRole('list')).toBeHidden()
  await page.goto(at('/console?search=lakeside'))
  await expect(sites.getByRole('link', { name: 'Lakeside Rowing' })).toBeVisible()
  await page.getByRole('link', { name: 'Log' }).click()
  await expect(page.getByText('Resumed the site lakeside')).toBeVisible()
  await expect(page.getByText('Changed the site’s own domains lakeside').first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/console/login')
  await password(page, PASSWORD)
  await page.waitForURL('**/console/factor')
  await page.getByLabel('Code').fill(code(30_000))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/console')

  const sid = async (slug: string) =>
    (await page.context().cookies(siteUrl(slug))).find(({ name }) => name === '__Host-sid')?.value
  const operators = { cookie: `__Host-sid=${await sid('platform')}` }
  const asks = async (slug: string, path: string, headers: Record<string, string>, method = 'GET') =>
    (await client(request, slug).call(method, path, { headers })).status()
  expect(await asks('platform', '/console', operators)).toBe(200)
  expect(await asks('harbour', '/dashboard', operators)).toBe(302)
  expect(await asks('harbour', '/console', operators)).toBe(404)
  expect(await asks('platform', '/dashboard', operators)).toBe(404)
  for (const origin of [siteUrl('harbour', ''), 'null', 'https://evil.example'])
    expect(await asks('platform', '/console/sites/harbour/suspend', { ...operators, origin }, 'POST')).toBe(403)
  await signIn(page, 'admin@harbour.test')
  expect(await asks('platform', '/console', { cookie: `__Host-sid=${await sid('harbour')}` })).toBe(302)
})
