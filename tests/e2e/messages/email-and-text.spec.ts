import { ahead } from '#tests/e2e/dev-clock.ts'
import { enter, expect, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, lastMessage, newMember } from '#tests/e2e/own-member.ts'

test('an email is sent as a text too, with one preview, one confirmation and one undo', async ({ page, request }) => {
  const run = Math.random().toString(36).slice(2, 8)
  const person = await newMember(request, 'harbour', { name: `Ottilie ${run}` })
  const subject = `Yard shut ${run}`
  await enter(page, 'admin@harbour.test')
  const audience = encodeURIComponent(JSON.stringify({ everyone: true }))
  await page.goto(siteUrl('harbour', `/messaging/sms?audience=${audience}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk SMS' })).toBeVisible()
  const sendAs = page.getByRole('group', { name: 'Send as' })
  const [email, sms] = [sendAs.getByLabel('Email'), sendAs.getByLabel('SMS')]
  await expect(sms).toBeChecked()
  await expect(sms).toBeDisabled()
  await email.check()
  await expect(page.getByLabel('Subject')).toBeVisible()
  await expect(page).toHaveURL(/\/messaging\/sms\/\d+$/)
  await expect(page.getByText(/^\d+ get no text: they get the email$/)).toBeVisible()

  // Without the text it is an email, and opens where emails do.
  await sms.uncheck()
  await expect(page).toHaveURL(/\/messaging\/email\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk Email' })).toBeVisible()
  await expect(email).toBeChecked()
  await sms.check()
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message', { exact: true }).fill('Hello {{person.first_name}}, the yard is **shut**.')
  await expect(page.getByText('Only in the email, not in the text: formatting.')).toBeVisible()
  const text = page.getByRole('region', { name: 'The text', exact: true })
  await expect(text).toContainText(/Hello \S+, the yard is shut\.|No text: they get the email\./)
  await expectSoundAtEachSize(page)

  const who = page.getByRole('region', { name: 'Who' })
  const counted = /by (\d+) emails and (\d+) texts\./.exec(
    (await who.getByText(/by \d+ emails and \d+ texts/).textContent()) ?? '',
  )
  const both = `${counted?.[1]} emails and ${counted?.[2]} texts`
  await page.getByRole('button', { name: /^Review and send to \d+ people$/ }).click()
  const sheet = page.getByRole('dialog', { name: `Send ${both}?` })
  await expect(sheet.getByText(/get no text: they get the email/)).toBeVisible()
  await expect(sheet.getByText('Only in the email, not in the text: formatting')).toBeVisible()
  await expectSoundAtEachSize(page)
  await sheet.getByRole('button', { name: `Send ${both}` }).click()
  await expect(page.getByText(new RegExp(`^${both} go out in`))).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/Cancelled before sending/)).toBeVisible()
  await page.getByRole('link', { name: /^The same message by text: \d+ texts not sent/ }).click()
  await expect(page.getByText(/Cancelled before sending/)).toBeVisible()
  // The text's own page has the same button.
  await page.getByRole('link', { name: 'The same message by email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await page.getByRole('button', { name: 'Edit and send again' }).click()
  await expect(sms).toBeChecked()
  await page.goto(siteUrl('harbour', '/messaging/outbox'))
  await expect(page.getByRole('listitem').filter({ hasText: subject })).toContainText('Email and text.')
  await page.getByRole('link', { name: `Continue ${subject}` }).click()
  await page.getByRole('button', { name: /^Review and send to \d+ people$/ }).click()
  await sheet.getByRole('button', { name: `Send ${both}` }).click()
  await expect(page.getByText(new RegExp(`^${both} go out in`))).toBeVisible()
  await ahead(request, 11, async () => {
    expect(await lastMessage(request, person.email, 'bulk')).toContain('Hello Ottilie, the yard is shut.')
  })
  await page.goto(siteUrl('harbour', '/messaging/sent'))
  const rows = page.getByRole('listitem').filter({ hasText: /Yard shut|the yard is shut/ })
  await expect(rows.first().getByRole('img')).toHaveAccessibleName(/Email|SMS/)
  await rows
    .getByRole('link', { name: /, the yard is shut/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'The same message by email' }).click()
  await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
})
