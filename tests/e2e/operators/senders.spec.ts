import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { test as base, expect, expectAccessible, PASSWORD, SIZES } from '#tests/e2e/fixtures.ts'
import { emptyDataDir, startProduct } from '#tests/support/product.ts'
import { startSesServer } from '#tests/support/providers/ses-server.ts'

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

/** A product that sends by a local Amazon SES, and its operator at the console. */
const test = base.extend<{ ses: Awaited<ReturnType<typeof startSesServer>>; host: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which other fixtures are needed.
  ses: async ({}, use) => {
    const ses = await startSesServer()
    await use(ses)
    await ses.close()
  },
  host: async ({ ses }, use, { workerIndex }) => {
    const product = await startProduct({
      dataDir: emptyDataDir(`e2e-senders-${workerIndex}`),
      env: {
        ...{
          SES_REGION: 'eu-west-1',
          SES_ENDPOINT: ses.url,
          SES_ACCESS_KEY_ID: 'key',
          SES_SECRET_ACCESS_KEY: 'secret',
        },
        MAIL_FROM: 'duty@watchbill.example',
      },
    })
    await use(`http://platform.localhost:${product.port}`)
    await product.stop()
  },
})

async function enterConsole(page: Page, host: string) {
  await page.goto(host)
  await page.getByLabel('Email').fill('operator@watchbill.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const key = ((await page.locator('code').textContent()) ?? '').replaceAll(/\s/g, '')
  await page.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.waitForURL('**/console')
}

test('an operator sets a club’s own sender, copies its records, and sees when it is verified and when it is not any more', async ({
  page,
  context,
  ses,
  host,
}) => {
  test.setTimeout(400_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(SIZES.desktop)
  await enterConsole(page, host)
  await page.goto(`${host}/console/sites/harbour`)
  const card = page.getByRole('region', { name: 'Sender of emails' })
  await expect(card.getByText('Emails come from duty@watchbill.example.')).toBeVisible()
  const set = async (address: string) => {
    await card.getByRole('textbox').fill(address)
    await card.getByRole('button', { name: 'Set the sender' }).click()
  }
  await set('rota@mail.watchbill.example')
  await expect(card.getByText('watchbill.example is the domain of the platform.')).toBeVisible()
  await expectAccessible(page)
  await set('Rota@HarbourSC.org')
  await expect(card.getByText('Not verified yet')).toBeVisible()
  const records = card.getByRole('list', { name: 'DNS records' }).getByRole('listitem')
  await expect(records).toHaveCount(3)
  await records.nth(1).getByRole('button', { name: 'Copy the name of record 2' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^\w{32}\._domainkey\.harboursc\.org$/)
  await expect(records.nth(1)).toContainText(copied)
  await expect(card.getByText('_dmarc.harboursc.org')).toBeVisible()
  await expectAccessible(page)
  expect(await fits(page)).toBe(true)

  await page.setViewportSize(SIZES.phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  expect(await fits(page)).toBe(true)
  await card.getByRole('button', { name: 'Check now' }).click()
  await expect(card.getByText('Not verified yet')).toBeVisible()
  ses.domains.set('harboursc.org', { status: 'Success', signs: true })
  await expect(async () => {
    await card.getByRole('button', { name: 'Check now' }).click()
    await expect(card.getByText('Verified', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(card.getByText('Emails come from this address. Keep its records.')).toBeVisible()
  await expectAccessible(page)

  ses.domains.set('harboursc.org', { status: 'Pending', signs: true })
  await card.getByRole('button', { name: 'Check now' }).click()
  await expect(card.getByText('Not verified any more')).toBeVisible()
  await expect(
    card.getByText(/no longer finds the DNS records\. Emails come from duty@watchbill\.example\./),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${host}/console`)
  await expect(page.getByText('rota@harboursc.org is not verified any more')).toBeVisible()
  await page.goto(`${host}/console/sites/harbour`)
  ses.domains.set('harboursc.org', { status: 'Success', signs: true })
  await card.getByRole('button', { name: 'Check now' }).click()
  await expect(card.getByText('Verified', { exact: true })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(SIZES.desktop)

  ses.refusesKeys = true
  await card.getByRole('button', { name: 'Check now' }).click()
  await expect(card.getByRole('alert')).toContainText('The email provider did not help')
  ses.refusesKeys = false
  await page.goto(`${host}/console/sites/ridge`)
  await set('ann@harboursc.org')
  await expect(card.getByText('harboursc.org is the verified domain of the site “harbour”.')).toBeVisible()
  await page.goto(`${host}/console/sites/harbour`)
  await card.getByRole('button', { name: 'Remove the address' }).click()
  await expect(card.getByText('Emails come from duty@watchbill.example.')).toBeVisible()
  await expect(records).toHaveCount(0)
  await page.goto(`${host}/console/log`)
  await expect(page.getByText('Changed the sender of the site’s emails harbour').first()).toBeVisible()
})
