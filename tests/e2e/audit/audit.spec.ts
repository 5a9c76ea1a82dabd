import { client, login } from '#tests/e2e/api-client.ts'
import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, newMember } from '#tests/e2e/own-member.ts'
import { expectTouchable } from '#tests/e2e/touch-targets.ts'

test('only admins read the audit log, filtered by person and event', async ({ page, request }) => {
  await page.setViewportSize(SIZES.desktop)
  const member = await login(request, 'member@harbour.test')
  expect((await client(request, 'harbour', member.access).call('GET', '/api/audit')).status()).toBe(403)
  expect((await client(request, 'harbour').call('GET', '/api/audit')).status()).toBe(401)
  await newMember(request)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/audit'))
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expectSoundAtEachSize(page)
  await expectTouchable(page)
  await page.getByLabel('Event', { exact: true }).selectOption('session')
  await page.waitForURL('**/audit?event=session')
  const rows = page.getByRole('row').filter({ hasText: 'Signed in' })
  const actor = rows.first().getByRole('link').first()
  const name = await actor.innerText()
  await actor.click()
  await page.waitForURL(/person=\d+/)
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue(name)
  await expect(rows.first()).toBeVisible()
})
