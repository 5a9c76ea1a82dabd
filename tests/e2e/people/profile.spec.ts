import sharp from 'sharp'
import { client } from '#tests/e2e/api-client.ts'
import { expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import {
  enterAs,
  expectSoundAtEachSize,
  lastMessage,
  newMember,
  OWN_PASSWORD,
  signInAs,
  under,
} from '#tests/e2e/own-member.ts'

const PHONE_MESSAGE = 'Phone number must include the country code and not contain spaces.'
let serial = Math.floor(Math.random() * 9_000)
/** A mobile number for which no other test of this run requests a code. */
const freshNumber = () => `7911 ${String(100_000 + ++serial).slice(-6)}`

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone })

  test('name, email and password can be changed; each message shows under its field', async ({ page, request }) => {
    const me = await newMember(request)
    await enterAs(page, me.email)
    await page.goto(siteUrl('harbour', '/profile/info'))
    const tabs = page.getByRole('navigation', { name: 'Profile' }).getByRole('link')
    await expect(tabs).toHaveText(['Information', 'Shifts', 'Records', 'Settings'])
    await expectSoundAtEachSize(page)

    await page.getByRole('button', { name: 'Edit name' }).click()
    await page.getByLabel('Full name').fill('')
    await page.keyboard.press('Enter')
    await under(page, 'Full name', 'Required.')
    await page.getByLabel('Full name').fill('Maggie Wolf')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Maggie Wolf' })).toBeVisible()

    await page.getByRole('button', { name: 'Edit email' }).click()
    const send = page.getByRole('button', { name: 'Send link' })
    await send.click()
    for (const label of ['New email', 'Current password']) await under(page, label, 'Required.')
    await expectSoundAtEachSize(page)
    await page.getByLabel('New email').fill('a@b')
    await page.getByLabel('Current password').fill('wrong')
    await send.click()
    await under(page, 'New email', 'Invalid email.')
    await page.getByLabel('New email').fill('member@harbour.test')
    await send.click()
    await under(page, 'Current password', 'The password is incorrect.')
    await page.getByLabel('Current password').fill(OWN_PASSWORD)
    await send.click()
    await under(page, 'New email', 'This email belongs to another account.')
    const email = `new-${me.email}`
    await page.getByLabel('New email').fill(email)
    await send.click()
    await expect(page.getByRole('status').getByText(email, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await lastMessage(request, me.email, 'account.email_change_requested')
    const link = (await lastMessage(request, email, 'account.email_confirm')).match(
      /\/profile\/email\/confirm\/\S+/,
    )![0]
    await page.goto(siteUrl('harbour', link))
    await expectSoundAtEachSize(page)
    await page.getByRole('button', { name: 'Confirm this email' }).click()
    await expect(page.getByRole('status').getByText(email)).toBeVisible()
    await lastMessage(request, me.email, 'account.email_changed')
    await page.goto(siteUrl('harbour', link))
    await expect(page.getByRole('alert')).toHaveText('This link has expired or was already used.')

    await page.goto(siteUrl('harbour', '/profile/info'))
    await page.getByRole('button', { name: 'Change password' }).click()
    const change = page.getByRole('dialog').getByRole('button', { name: 'Change password' })
    await change.click()
    for (const label of ['Current password', 'New password', 'Repeat new password'])
      await under(page, label, 'Required.')
    await expectSoundAtEachSize(page)
    await page.getByLabel('Current password', { exact: true }).fill('wrong')
    await page.getByLabel('New password', { exact: true }).fill('password123')
    await page.getByLabel('Repeat new password', { exact: true }).fill('something else')
    await change.click()
    await under(page, 'Repeat new password', 'Passwords must match.')
    await page.getByLabel('Repeat new password', { exact: true }).fill('password123')
    await change.click()
    await under(page, 'New password', 'This password is easy to guess. Please choose another.')
    await page.getByLabel('New password', { exact: true }).fill('crane-harbour-fender-9')
    await page.getByLabel('Repeat new password', { exact: true }).fill('crane-harbour-fender-9')
    await change.click()
    await under(page, 'Current password', 'The password is incorrect.')
    await page.getByLabel('Current password', { exact: true }).fill(OWN_PASSWORD)
    await change.click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await lastMessage(request, email, 'account.password_changed')
    await page.context().clearCookies()
    await signInAs(page, email, { password: 'crane-harbour-fender-9' })
  })

  test('a phone is verified by its code, from the card and from the profile', async ({ page, request }) => {
    const me = await newMember(request)
    await signInAs(page, me.email)
    const card = page.getByRole('region', { name: 'Verify Phone Number' })
    await card.getByRole('button', { name: 'Verify phone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Update phone' })
    await expect(dialog.getByLabel('Country code').getByRole('option')).toHaveText(['+61', '+44'])
    await expect(dialog.getByLabel('Country code')).toHaveValue('+44')
    await expect(dialog.getByRole('switch')).toHaveAccessibleName('Receive SMS shift notifications and reminders')
    const send = dialog.getByRole('button', { name: 'Send code' })
    await send.click()
    await under(page, 'Phone', 'Required.')
    await expectSoundAtEachSize(page)
    await dialog.getByLabel('Phone', { exact: true }).fill('not a number')
    await send.click()
    await under(page, 'Phone', PHONE_MESSAGE)
    await dialog.getByLabel('Phone', { exact: true }).fill('020 7123 4567')
    await page.keyboard.press('Tab')
    const doubt = dialog.getByRole('status')
    await expect(doubt).toHaveText('This is not a mobile number. Texts can only be sent to a mobile.')
    await dialog.getByLabel('Country code').selectOption('+61')
    await dialog.getByLabel('Phone', { exact: true }).fill('07700 900123')
    await expect(doubt).toContainText('This looks like +44 7700 900123.')
    await expectSoundAtEachSize(page)
    await dialog.getByRole('button', { name: 'Use that' }).click()
    await expect(dialog.getByLabel('Country code')).toHaveValue('+44')
    await expect(dialog.getByLabel('Phone', { exact: true })).toHaveValue('7700900123')
    await expect(doubt).toHaveCount(0)
    await dialog.getByLabel('Phone', { exact: true }).fill('+353 85 012 3456')
    await expect(dialog.getByLabel('Country code')).toBeDisabled()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('Your number is saved but not verified')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await card.getByRole('button', { name: 'Verify phone' }).click()
    await expect(dialog.getByLabel('Phone', { exact: true })).toHaveValue('+353850123456')
    const typed = freshNumber()
    const number = `+44${typed.replace(' ', '')}`
    const shown = number.replace(/^(...)(....)/, '$1 $2 ')
    await dialog.getByLabel('Phone', { exact: true }).fill(`0${typed}`)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(`We sent a code to ${shown}. You have 5 minutes to enter it.`)
    await expectSoundAtEachSize(page)
    const first = (await lastMessage(request, number, 'account.phone_code')).match(/\d{6}/)![0]
    await page.keyboard.press('Enter')
    await under(page, 'Verification code', 'Required.')
    await dialog.getByLabel('Verification code').fill(first === '000000' ? '111111' : '000000')
    await page.keyboard.press('Enter')
    await under(page, 'Verification code', 'This code isn’t correct.')
    await dialog.getByRole('button', { name: 'Send a new code' }).click()
    await expect(dialog.getByRole('status')).toContainText('We sent a new code')
    const second = (await lastMessage(request, number, 'account.phone_code', 1)).match(/\d{6}/)![0]
    await dialog.getByLabel('Verification code').fill(second)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(card).toHaveCount(0)

    await page.goto(siteUrl('harbour', '/profile/info'))
    await expect(page.getByText(`${shown} (verified)`)).toBeVisible()
    await page.getByRole('button', { name: 'Update phone' }).click()
    await dialog.getByLabel('Phone', { exact: true }).fill('123')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Update phone' }).click()
    await expect(dialog.getByLabel('Phone', { exact: true })).toHaveValue(typed.replace(' ', ''))
    await dialog.getByRole('button', { name: 'Remove phone' }).click()
    await expect(dialog).toHaveCount(0)
    await page.goto(siteUrl('harbour', '/dashboard'))
    await card.getByRole('button', { name: 'Don’t show again' }).click()
    await expect(card).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('region', { name: 'News' })).toBeVisible()
    await expect(card).toHaveCount(0)
  })

  test('a photo is chosen, cropped and removed; the club’s own fields are filled in', async ({ page, request }) => {
    const me = await newMember(request)
    const api = client(request, 'harbour', me.admin)
    const name = `Licence until ${me.id}`
    await api.call('POST', '/api/profilefields/', { body: [{ display_name: name, kind: 'date' }] })
    await enterAs(page, me.email)
    await page.goto(siteUrl('harbour', '/profile/info'))
    await page.getByRole('button', { name: 'Upload photo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload photo' })
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(Math.round(SIZES.phone.width * 0.9))
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await under(page, 'Picture', 'Choose a JPEG, PNG or WebP image.')
    await expectSoundAtEachSize(page)
    const picture = { create: { width: 900, height: 600, channels: 3, background: '#c0392b' } } as const
    await file.setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await sharp(picture).jpeg().toBuffer(),
    })
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeVisible()
    await expectSoundAtEachSize(page)
    // The uploaded file is no longer a picture; the server's message is shown under the same field.
    const save = dialog.getByRole('button', { name: 'Save photo' })
    await page.route('**/api/people/upload_image_self**', async (route) => {
      const body = route.request().postDataBuffer() ?? Buffer.alloc(0)
      const head = body.indexOf('\r\n\r\n') + 4
      await route.continue({
        postData: Buffer.concat([body.subarray(0, head), Buffer.alloc(body.length - head - 64, 1), body.subarray(-64)]),
      })
    })
    await save.click()
    await under(page, 'Picture', 'Choose a JPEG, PNG or WebP image.')
    await page.unroute('**/api/people/upload_image_self**')
    await save.click()
    await expect(dialog).toHaveCount(0)
    const remove = page.getByRole('button', { name: 'Remove photo' })
    await expect(remove).toBeVisible()
    await expect(page.getByRole('region', { name: 'Photo' }).locator('img')).toHaveJSProperty('naturalWidth', 512)
    await remove.click()
    await expect(remove).toHaveCount(0)

    const about = page.getByRole('region', { name: 'About you' })
    await about.getByLabel(name).fill('31/13/2027')
    await about.getByRole('button', { name: 'Save' }).click()
    await under(page, name, 'Date format must be YYYY-MM-DD')
    await expectSoundAtEachSize(page)
    // The typed value stays until the page has read the stored one.
    let letGo = () => {}
    const held = new Promise<void>((go) => {
      letGo = go
    })
    await page.route(/profile\/info\?_data=/, (route) => held.then(() => route.continue()))
    const asked = page.waitForRequest(/profile\/info\?_data=/)
    await about.getByLabel(name).fill('2027-12-31')
    await page.keyboard.press('Enter')
    await asked
    await expect(about.getByRole('button', { name: 'Save' })).toHaveAttribute('data-loading', 'true')
    await expect(about.getByLabel(name)).toHaveValue('2027-12-31')
    letGo()
    await expect(about.getByText('Saved')).toBeVisible()
    await page.reload()
    await expect(about.getByLabel(name)).toHaveValue('2027-12-31')
    await about.getByLabel(name).fill('')
    await page.keyboard.press('Enter')
    await expect(about.getByText('Saved')).toBeVisible()
    const entries = await api.call('GET', `/api/profileentries/?profile=${me.id}`)
    expect(await entries.json()).toMatchObject({ count: 0 })
  })
})
