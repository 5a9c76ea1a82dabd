import type { Page } from '@playwright/test'
import { client, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectFits } from '#tests/e2e/own-member.ts'

async function openDraft(page: Page, request: Parameters<typeof login>[0], fields: { subject: string; body: string }) {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const created = await admin.call('POST', '/api/messages/', {
    body: [{ kind: 'email', audience: { everyone: true }, ...fields }],
  })
  const id = (await created.json()).order[0]
  await page.goto(siteUrl('harbour', `/messaging/email/${id}`))
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAttribute('contenteditable', 'true')
  const stored = async () => {
    const { results } = await (await admin.call('GET', `/api/messages/${id}`)).json()
    return [results.messages[id].subject, results.messages[id].body]
  }
  return { stored }
}

test('a field goes to the cursor of a text that was typed before its editor loaded', async ({ page }) => {
  const held: (() => void)[] = []
  await page.route(/assets\/chip-text/, (route) => void held.push(() => void route.continue()))
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/messaging/email'))
  const body = page.getByRole('textbox', { name: 'Message' })
  await body.fill('Hello ')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Insert a field' }).click()
  for (const release of held) release()
  await expect(body).toHaveAttribute('contenteditable', 'true')
  await page.getByRole('menuitem', { name: 'First name' }).click()
  await expect(body).toHaveText('Hello First name')
})

test('fields are chips for the keyboard: skipped, selected, changed, deleted and restored as a whole', async ({
  page,
  request,
}) => {
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  const { stored } = await openDraft(page, request, { subject: 'On {{event.day}}?', body: 'Hi {{person.name|you}}!' })
  const body = page.getByRole('textbox', { name: 'Message' })
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await expect(body).toHaveText('Hi Name, or “you”!')
  await expect(subject).toHaveText('On Event day?')

  await body.press('Control+End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('x ')
  await expect(body).toHaveText('Hi x Name, or “you”!')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Field Name, or “you”' })
  await expect(menu.getByLabel('Field')).toBeFocused()
  await expectAccessible(page)
  await menu.getByLabel('Field').selectOption({ label: 'First name' })
  await menu.getByLabel('If empty').fill('**sailor**')
  await expect(menu.getByText(/letters, figures/)).toBeVisible()
  await menu.getByLabel('If empty').fill('sailor')
  await page.keyboard.press('Enter')
  await expect(body).toBeFocused()
  await expect(body).toHaveText('Hi x First name, or “sailor”!')
  await page.keyboard.press('Backspace')
  await expect(body).toHaveText('Hi x !')
  await page.keyboard.press('Control+z')
  await expect(body).toHaveText('Hi x First name, or “sailor”!')
  await page.keyboard.press('Control+y')
  await expect(body).toHaveText('Hi x !')

  await page.keyboard.insertText('{{site.name}} and {{site.nam}}')
  await expect(body).toHaveText('Hi x Club and site.nam (There is no such field.)!')
  await page.keyboard.press('Alt+ArrowDown')
  const unknown = page.getByRole('dialog', { name: 'Field site.nam' })
  await expect(unknown.getByText('There is no such field. It says “site.nam”.')).toBeVisible()
  await unknown.getByRole('button', { name: 'Remove' }).click()
  await expect(body).toHaveText('Hi x Club and !')

  // The toolbar is one stop: arrow keys move within it, and its tools insert.
  await page.keyboard.press('Control+k')
  await page.getByLabel('Address').fill('club.example/day')
  await page.getByLabel('Text', { exact: true }).fill('the day')
  await page.keyboard.press('Enter')
  await expect(body).toHaveText('Hi x Club and [the day](https://club.example/day)!')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Event button' }).click()
  await expect(body).toContainText('Event button')

  await subject.press('Control+End')
  await page.keyboard.press('Enter')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ' Come\nto {{event.location}}')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await expect(subject).toHaveText('On Event day? Come to Event location')
  await expect
    .poll(stored)
    .toEqual([
      'On {{event.day}}? Come to {{event.location}}',
      'Hi x {{site.name}} and [the day](https://club.example/day)\n\n{{button.event}}\n\n!',
    ])
  await page.reload()
  await expect(body).toContainText('Event button')
})

test('a tap on a chip opens its menu on a phone, in both schemes', async ({ page, request }) => {
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test')
  const body = `Hello {{person.first_name|a sailor whose long name goes on and on}},\n\n${'Race 4 needs you. '.repeat(8)}\n\n{{button.sign_up}}`
  await openDraft(page, request, { subject: 'On {{event.day}}?', body })
  const shoot = async (name: string) => {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.getByText('Sign-up button', { exact: true }).first().click()
    await expect(page.getByRole('dialog', { name: 'Field Sign-up button' })).toBeVisible()
    await expectAccessible(page)
    await expectFits(page)
    await shoot(`chips-phone-${colorScheme}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.setViewportSize(SIZES.desktop)
    await shoot(`chips-desktop-${colorScheme}`)
    await page.setViewportSize(SIZES.phone)
  }
})
