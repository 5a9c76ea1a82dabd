import { enter, expect, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'

test('anyone finds a call by a word and reads its input', async ({ page }) => {
  await page.goto(siteUrl('harbour', '/apidocs'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('publish shift')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '/shifts/{id}/publish' }).click()
  await expect(page).toHaveURL(/\/apidocs\/shifts#put-shifts-id-publish$/)
  const call = page.getByRole('article', { name: 'Publish a shift', exact: true })
  await expect(call).toContainText('Admins, and API keys with shifts:write.')
  await call.getByText('Example', { exact: true }).click()
  await expect(call).toContainText('curl -X PUT')
  await page.goto(siteUrl('harbour', '/apidocs?search=zebra'))
  await expect(page.getByText('No call matches “zebra”')).toBeVisible()
  expect((await page.goto(siteUrl('harbour', '/apidocs/zebras')))?.status()).toBe(404)
})

test('the page of API keys and the reference link each other', async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/apikeys'))
  await page.getByRole('link', { name: 'API reference' }).click()
  await page.getByRole('link', { name: 'API keys', exact: true }).first().click()
  await expect(page).toHaveURL(/\/apikeys$/)
})

test('is accessible and fits', async ({ page }) => {
  for (const path of ['/apidocs', '/apidocs/people', '/apidocs?search=shift']) {
    await page.goto(siteUrl('harbour', path))
    for (const summary of (await page.locator('article summary').all()).slice(0, 4)) await summary.click()
    await expectSoundAtEachSize(page)
  }
})
