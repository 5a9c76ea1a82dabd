import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { client, freshMember, login } from '#tests/e2e/api-client.ts'
import { ahead } from '#tests/e2e/dev-clock.ts'
import {
  dashboard,
  enter,
  expect,
  fillSignIn,
  PASSWORD,
  SIZES,
  signIn,
  signInByForm,
  siteUrl,
  test,
} from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'
import { virtualAuthenticator } from '#tests/e2e/virtual-authenticator.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/hello')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello' })).toBeVisible()
}

test('a passkey can be added, sign in without a password, serve as the second step, and be removed', async ({
  page,
  request,
}) => {
  const { email } = await freshMember(request, 'ridge')
  await page.setViewportSize(SIZES.phone)
  await virtualAuthenticator(page)
  await enter(page, email, 'ridge')
  await page.goto(siteUrl('ridge', '/profile/security'))
  const ways = section(page, 'How you sign in')
  await ways.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectSoundAtEachSize(page)
  await codes.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await expect(codes).toBeHidden()
  await expect(ways.getByText('Protected')).toBeVisible()
  await expectSoundAtEachSize(page)

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await dashboard(page)
  await signOut(page)

  await fillSignIn(page, email)
  await page.waitForURL('**/login/factor')
  await expectSoundAtEachSize(page)
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await dashboard(page)

  await page.goto(siteUrl('ridge', '/profile/security'))
  await ways.getByRole('button', { name: /Remove the passkey/ }).press('Enter')
  await expect(ways.getByText('Protected')).toHaveCount(0)
})

test('a device that does not verify its user cannot add a passkey', async ({ page, request }) => {
  const verify = await virtualAuthenticator(page)
  await verify(false)
  await enter(page, (await freshMember(request, 'ridge')).email, 'ridge')
  await page.goto(siteUrl('ridge', '/profile/security'))
  await section(page, 'How you sign in').getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('No passkey was used.')
})

test('an authenticator app is confirmed by its first code and required at the next sign-in, by API too', async ({
  page,
  request,
}) => {
  const { email } = await freshMember(request, 'ridge')
  await enter(page, email, 'ridge')
  await page.goto(siteUrl('ridge', '/profile/security'))
  const ways = section(page, 'How you sign in')
  await ways.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(/\s/g, '')
  const code = () => new TOTP({ secret: Secret.fromBase32(key) })
  await expectSoundAtEachSize(page)
  await dialog.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The code is incorrect.')).toBeVisible()
  const first = code().generate()
  await dialog.getByLabel('Code').fill(first)
  await dialog.getByRole('button', { name: 'Finish' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [recovery] = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await expect(ways.getByText('Set up')).toBeVisible()

  const api = client(request, 'ridge')
  const refused = await api.call('POST', '/api/auth/login', {
    body: { email, password: PASSWORD },
  })
  expect(refused.status()).toBe(400)
  const { ticket, factor_required } = await refused.json()
  expect(factor_required).toEqual(['totp'])
  const used = await api.call('POST', '/api/auth/factor', { body: { ticket, code: first } })
  expect(used.status()).toBe(400)
  const next = code().generate({ timestamp: Date.now() + 30_000 })
  const answer = await api.call('POST', '/api/auth/factor', { body: { ticket, code: next } })
  expect(answer.status(), await answer.text()).toBe(200)
  expect(await answer.json()).toMatchObject({
    access: expect.any(String),
    refresh: expect.any(String),
    user: { email },
  })

  await signOut(page)
  await fillSignIn(page, email)
  await page.waitForURL('**/login/factor')
  await page.getByLabel('Code').fill('not a code')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription('The code is incorrect.')
  await expectSoundAtEachSize(page)
  await page.getByLabel('Code').fill(recovery!)
  await page.keyboard.press('Enter')
  await dashboard(page)
  await page.goto(siteUrl('ridge', '/profile/security'))
  await expect(ways.getByText('9 of 10 left', { exact: false })).toBeVisible()
  await ways.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await expect(ways.getByText('Protected')).toHaveCount(0)
})

test('lists the sessions, ends one of them, then all', async ({ page, request }) => {
  const { access } = await login(request, 'member@harbour.test')
  await signInByForm(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/profile/security'))
  const sessions = section(page, 'Where you are signed in')
  await expect(sessions.getByText('This device')).toBeVisible()
  await expect(sessions.getByText(/^Chrome on /).first()).toBeVisible()
  await expect(sessions.getByText(/^Last used .*\d/).first()).toBeVisible()
  await expectSoundAtEachSize(page)
  expect((await client(request, 'harbour', access).call('GET', '/api/auth/user')).status()).toBe(200)
  await sessions
    .getByRole('button', { name: /^Sign out Unknown device/ })
    .first()
    .click()
  await expect
    .poll(async () => (await client(request, 'harbour', access).call('GET', '/api/auth/user')).status())
    .toBe(401)
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
  await page.waitForURL('**/hello')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello' })).toBeVisible()
  await page.goto(siteUrl('harbour', '/dashboard'))
  await page.waitForURL('**/hello?next=**')
})

test('an admin acts as a member under a banner and comes back; an old sign-in must confirm first', async ({
  page,
  request,
}) => {
  await page.setViewportSize(SIZES.phone)
  const { access } = await login(request, 'admin@harbour.test')
  const people = await client(request, 'harbour', access).call('GET', '/api/people/?email=member@harbour.test')
  const [id] = (await people.json()).order
  await signIn(page, 'admin@harbour.test')
  await ahead(request, 11 * 60, async () => {
    await page.goto(siteUrl('harbour', `/people/${id}/info`))
    await page.getByRole('button', { name: 'Actions' }).press('Enter')
    await page.getByRole('menuitem', { name: /^Act as/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expectSoundAtEachSize(page)
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('The password is incorrect.')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/is acting as/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'News' })).toBeVisible()
    await expectSoundAtEachSize(page)
    await page.goto(siteUrl('harbour', '/people/list'))
    await expect(page.getByRole('heading', { name: 'Not Authorized' })).toBeVisible()
    await page.getByRole('button', { name: 'Stop acting' }).press('Enter')
    await page.waitForURL(`**/people/${id}/info`)
    await expect(page.getByRole('button', { name: 'Actions' })).toBeVisible()
    await expect(page.getByText(/is acting as/)).toBeHidden()
  })
})
