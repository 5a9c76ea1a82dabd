import { client, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, siteUrl, test } from '#tests/e2e/fixtures.ts'

test('the list of messages reads and removes them, and has no form to write one', async ({ page, request }) => {
  const run = Math.random().toString(36).slice(2, 8)
  await enter(page, 'admin@harbour.test')
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const subject = `Winter party ${run}`
  expect((await admin.call('POST', '/api/messages/', { body: [{ subject, body: 'Come along.' }] })).ok()).toBe(true)
  await page.goto(siteUrl('harbour', '/records/messages?add=1'))
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add' })).toHaveCount(0)
  await expect(page.getByLabel('Scheduled for')).toHaveCount(0)
  await expect(page.getByRole('row', { name: subject })).toContainText('Come along.')
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: `Select ${subject}` }).check()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
})
