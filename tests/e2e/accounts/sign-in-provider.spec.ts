import { client, freshMember, login } from '#tests/e2e/api-client.ts'
import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSound, expectSoundAtEachSize, under } from '#tests/e2e/own-member.ts'
import { startOpenIdProvider } from '#tests/support/providers/openid-provider.ts'

test('the club’s own provider signs in known people, lets newcomers register, and no unconfirmed email counts', async ({
  page,
  request,
}) => {
  const idp = await startOpenIdProvider([siteUrl('ridge', '/login/done')])
  const { access } = await login(request, 'admin@ridge.test', 'ridge')
  try {
    await enter(page, 'admin@ridge.test', 'ridge')
    await page.goto(siteUrl('ridge', '/organisation'))
    const providers = page.getByRole('region', { name: 'Sign-in providers' })
    await providers.getByRole('button', { name: 'Add a provider' }).press('Enter')
    const save = providers.getByRole('button', { name: 'Save provider' })
    await providers.getByLabel('Short name').fill('club')
    await save.press('Enter')
    for (const label of ['Name on the button', 'Issuer', 'Client ID']) await under(page, label, 'Required.')
    await expectSoundAtEachSize(page)
    for (const [label, text] of [
      ['Name on the button', 'Club login'],
      ['Issuer', idp.issuer],
      ['Client ID', idp.client.id],
      ['Client secret', idp.client.secret],
    ] as const)
      await providers.getByLabel(label, { exact: true }).fill(text)
    await save.press('Enter')
    await expect(providers.getByRole('button', { name: 'Edit Club login' })).toBeVisible()
    const button = page.getByRole('link', { name: 'Sign in with Club login' })
    const arrive = async (account: { email: string; email_verified: boolean }, from = '/hello') => {
      idp.become({ sub: account.email, ...account })
      await page.context().clearCookies()
      await page.goto(siteUrl('ridge', from))
      await button.press('Enter')
    }
    await page.setViewportSize(SIZES.phone)
    const { email } = await freshMember(request, 'ridge')
    await arrive({ email, email_verified: true }, '/profile/shifts')
    await page.waitForURL('**/profile/shifts')
    await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()

    await page.setViewportSize(SIZES.desktop)
    await arrive({ email, email_verified: false })
    await page.waitForURL('**/hello?refused=provider')
    await expect(page.getByRole('alert')).toHaveText('The provider didn’t confirm this sign-in. Please try again.')
    await expectSound(page)
    const newcomer = `new-${Date.now().toString(36)}@example.org`
    await arrive({ email: newcomer, email_verified: true })
    await page.waitForURL('**/register?state=account-required')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(newcomer)
  } finally {
    await client(request, 'ridge', access).call('DELETE', '/api/signinproviders/club')
    await idp.close()
  }
})
