import { client, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, SIZES, settled, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { enterAs, newMember } from '#tests/e2e/own-member.ts'
import { productDatabase } from '#tests/e2e/product-database.ts'

const run = Math.random().toString(36).slice(2, 8)
const MISTYPED = `mistyped-${run}.marguerite.featherstonehaugh@correspondence.exmaple.org`
const CORRECTED = MISTYPED.replace('exmaple', 'example')
const DETAIL = 'smtp; 550 5.1.1 <img src=x onerror=alert(1)> The email account that you tried to reach does not exist'

test('an admin sees who cannot be reached and why, and resolves it; only the owner resolves a complaint', async ({
  page,
  request,
}) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const name = `Marguerite Featherstonehaugh ${run}`
  const added = await admin.call('POST', '/api/people/', { body: [{ name, email: MISTYPED }] })
  expect(added.status(), await added.text()).toBe(201)
  const id = (await added.json()).order[0] as number
  const owner = await newMember(request)
  const database = await productDatabase()
  await database.run(
    `update core.people set email_blocked = 'bounced', email_blocked_at = '2026-11-20T10:00Z', email_blocked_cause = 'no_mailbox', email_blocked_detail = $2
     where id = $1 and email = $3`,
    [id, DETAIL, MISTYPED],
  )
  await database.run("update core.people set phone = '+447700900123' where id = $1", [owner.id])
  await database.run("update core.people set email_blocked = 'complained', sms_blocked = true where id = $1", [
    owner.id,
  ])

  await page.setViewportSize(SIZES.desktop)
  await signIn(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/todo?kind=unreached'))
  const waiting = page.getByRole('listitem')
  await expect(waiting.filter({ hasText: name })).toContainText('There is no mailbox at this address.')
  await expect(waiting.filter({ hasText: 'An email was marked as spam.' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(siteUrl('harbour', '/people/list?view=unreachable'))
  await settled(page)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Emails bounce')
  await expect(row).toContainText('There is no mailbox at this address.')
  await expectAccessible(page)
  await page.setViewportSize(SIZES.phone)
  await page.reload()
  await expect(page.getByRole('link', { name: /^Cannot be reached/ })).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByText('There is no mailbox at this address.')).toBeVisible()
  await expectAccessible(page)

  await page.goto(siteUrl('harbour', `/people/${owner.id}/info`))
  await settled(page)
  const complaint = page.getByRole('region', { name: 'Email blocked' })
  await expect(complaint).toContainText(`Only ${owner.name} can allow them again`)
  await expect(complaint.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'SMS blocked' })).toContainText('by texting START')
  await expectAccessible(page)
  await complaint.getByRole('button', { name: 'Correct the address' }).click()
  await expect(page.getByRole('dialog')).toContainText('so only they can change it')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.goto(siteUrl('harbour', `/people/${id}/info`))
  await settled(page)
  const banner = page.getByRole('region', { name: 'Email blocked' })
  await expect(banner).toContainText(DETAIL)
  await expectAccessible(page)
  await page.setViewportSize(SIZES.desktop)
  await expectAccessible(page)
  await banner.getByRole('button', { name: 'Correct the address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Invalid email')
  await dialog.getByLabel('Email').fill(CORRECTED)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Messages to ${CORRECTED} are sent again.`)).toBeVisible()
  await expect(banner).toHaveCount(0)

  await database.run(`update core.people set email_blocked = 'bounced' where id = $1 and email = $2`, [id, CORRECTED])
  await page.goto(siteUrl('harbour', `/people/${id}/emails`))
  await settled(page)
  await banner.getByRole('button', { name: 'Try again' }).click()
  await expect(banner).toHaveCount(0)

  await page.context().clearCookies()
  await enterAs(page, owner.email)
  await page.setViewportSize(SIZES.phone)
  await page.goto(siteUrl('harbour', '/profile/info'))
  await settled(page)
  await expect(page.getByRole('alert').filter({ hasText: 'was marked as spam' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send me emails again' }).click()
  await expect(page.getByText(`Emails to ${owner.email} are sent again.`)).toBeVisible()
  await page.getByRole('button', { name: 'Send me texts again' }).click()
  await expect(page.getByText('Texts are sent to your phone again.')).toBeVisible()

  const { rows } = await database.run('select id from core.people where email_blocked is not null or sms_blocked', [])
  await database.end()
  await page.context().clearCookies()
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/todo?kind=unreached'))
  await settled(page)
  if (!rows.length) await expect(waiting.filter({ hasText: 'marked as spam' })).toHaveCount(0)
})
