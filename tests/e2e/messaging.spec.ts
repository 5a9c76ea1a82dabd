import { client, login } from './api-client.ts'
import { ahead } from './dev-clock.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from './fixtures.ts'
import { expectFits, lastMessage, newMember } from './own-member.ts'

for (const [name, viewport] of Object.entries(SIZES))
  test(`an admin writes to somebody, takes it back, and sends it, on a ${name}`, async ({ page, request }) => {
    await page.setViewportSize(viewport)
    const run = Math.random().toString(36).slice(2, 8)
    const person = await newMember(request, 'harbour', { name: `Marguerite ${run}` })
    const subject = `Can you help ${run}?`
    await enter(page, 'admin@harbour.test')
    await page.goto(siteUrl('harbour', '/messaging/email'))
    await expect(page.getByText('Nobody yet')).toBeVisible()

    await page.getByRole('button', { name: 'Add a rule or a person' }).click()
    await page.getByRole('menuitem', { name: 'A person by name' }).click()
    await page.getByRole('combobox', { name: 'A person by name' }).fill(`Marguerite ${run}`)
    await page.getByRole('option', { name: `Marguerite ${run}` }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('1 person gets it')).toBeVisible()

    await page.getByRole('button', { name: 'Add a rule or a person' }).click()
    await page.getByRole('menuitem', { name: 'Availability' }).click()
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await expect(page.getByText('Required.')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByLabel('Subject').fill(subject)
    await page.getByLabel('Message', { exact: true }).fill('Hello {{person.first_name}}, race 4 needs you.')
    await expect(page.getByText(/Draft saved/)).toBeVisible()
    await expect(page).toHaveURL(/\/messaging\/email\/\d+$/)
    await expectAccessible(page)
    await expectFits(page)

    await page.getByRole('button', { name: 'Review and send 1 email' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText('1 email, one for each person or shared address')).toBeVisible()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Send 1 email' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/Not sent, taken back/)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Edit and send again' }).click()
    await page.getByRole('button', { name: 'Review and send 1 email' }).click()
    await sheet.getByRole('button', { name: 'Send 1 email' }).click()
    await expect(page.getByText(/go out in \d+ seconds?/)).toBeVisible()
    await ahead(request, 11, async () => {
      expect(await lastMessage(request, person.email, 'bulk')).toContain('Hello Marguerite, race 4 needs you.')
      await expect(page.getByText(/^Sent .*1 email$/)).toBeVisible({ timeout: 60_000 })
    })
  })

test('two tabs on one draft ask which text counts', async ({ page, context, request }) => {
  await enter(page, 'admin@harbour.test')
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const created = await admin.call('POST', '/api/messages/', { body: [{ kind: 'email', subject: 'First' }] })
  const path = siteUrl('harbour', `/messaging/email/${(await created.json()).order[0]}`)
  const other = await context.newPage()
  await page.goto(path)
  await other.goto(path)
  await page.getByLabel('Subject').fill('Mine')
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await expect
    .poll(async () => (await (await admin.call('GET', `/api/messages/?subject=Mine`)).json()).count)
    .toBeGreaterThan(0)
  await other.getByLabel('Subject').fill('Theirs')
  await expect(other.getByRole('alert')).toContainText('Both tabs changed the subject')
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Take the other tab’s' }).click()
  await expect(other.getByLabel('Subject')).toHaveText('Mine')
})
