import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { client } from '#tests/e2e/api-client.ts'
import { expectStylesInOrder } from '#tests/e2e/component-styles.ts'
import { enter, expect, fillSignIn, SIZES, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'
import {
  enterAs,
  expectSound,
  expectSoundAtEachSize,
  newMember,
  OWN_PASSWORD,
  signInAs,
} from '#tests/e2e/own-member.ts'

const SILENT =
  'You have turned off all emails and notifications. You will not receive any emails or SMS, including new shift and reminder emails.'

const read = (page: Page, path: string) =>
  page.evaluate(async (from) => (await (await fetch(from)).json()) as Record<string, unknown>, path)

test.describe('on a desktop', () => {
  test.use({ viewport: SIZES.desktop })

  test('theme and formats apply from the first byte of the next page', async ({ page, request, browser }) => {
    const me = await newMember(request)
    await enterAs(page, me.email)
    await page.goto(siteUrl('harbour', '/profile/settings'))
    await expectSoundAtEachSize(page)
    const html = page.locator('html')
    const display = page.getByRole('region', { name: 'Display' })
    await display.getByText('Dark', { exact: true }).click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(display.getByRole('status')).toHaveText('Saved')
    await display.getByLabel('Time format').selectOption('HH:mm')
    await display.getByLabel('Date format').selectOption('YYYY-MM-DD')
    await expect(display.getByLabel('Date format').locator('option:checked')).toHaveText(/^\d{4}-\d\d-\d\d$/)
    await expect
      .poll(async () => (await read(page, '/api/auth/user')).settings)
      .toMatchObject({ theme: 'Dark', dateTimeFormat: 'YYYY-MM-DD HH:mm' })

    const still = await browser.newContext({
      ...{ viewport: SIZES.desktop, javaScriptEnabled: false, colorScheme: 'light' },
      storageState: await page.context().storageState(),
    })
    const first = await still.newPage()
    await first.goto(siteUrl('harbour', '/profile/settings'))
    await expect(first.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(first.getByLabel('Time format')).toHaveValue('HH:mm')
    await still.close()

    await page.reload()
    await expect(display.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await display.getByRole('radio', { name: 'Dark' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.keyboard.press('ArrowLeft')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  test('messages are chosen one by one, with a warning when none is left, and without signing in', async ({
    page,
    request,
    guest: outside,
  }) => {
    const me = await newMember(request)
    await enterAs(page, me.email)
    await page.goto(siteUrl('harbour', '/profile/settings'))
    const messages = page.getByRole('region', { name: 'Messages' })
    const switches = messages.getByRole('switch')
    await expect(switches).toHaveCount(5)
    const set = async (name: string, on: boolean) => {
      const one = messages.getByRole('switch', { name })
      // The screen updates immediately; only the answer proves that it was stored, and the next press must wait for it.
      if ((await one.isChecked()) !== on)
        await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'PUT'), one.press('Space')])
      await expect(one).toBeChecked({ checked: on })
    }
    const emails = ['Shift notices by email', 'Shift reminders by email', 'Messages from the club by email']
    const sms = 'Receive SMS shift notifications and reminders'
    for (const name of emails) await set(name, false)
    await set(sms, true)
    await expect(messages.getByText(SILENT)).toHaveCount(0)
    await set(sms, false)
    await expect(messages.getByRole('alert')).toHaveText(SILENT)
    await expectSoundAtEachSize(page)
    await set('Shift reminders by email', true)
    await expect(messages.getByText(SILENT)).toHaveCount(0)
    await page.reload()
    await expect(messages.getByRole('switch', { name: 'Shift reminders by email' })).toBeChecked()

    const link = await messages.getByRole('link', { name: 'your email preferences page' }).getAttribute('href')
    await outside.goto(siteUrl('harbour', link!))
    await expect(outside.getByRole('switch')).toHaveCount(3)
    for (const shown of [me.email, me.name]) await expect(outside.getByText(shown)).toHaveCount(0)
    await expectSound(outside)
    await expectStylesInOrder(outside)
    await outside.getByRole('switch', { name: 'Shift reminders' }).press('Space')
    await outside.getByRole('switch', { name: 'Messages from the club' }).press('Space')
    await outside.getByRole('button', { name: 'Save' }).click()
    await expect(outside.getByRole('status')).toHaveText('Saved.')
    await outside.reload()
    await expect(outside.getByRole('switch', { name: 'Shift reminders' })).not.toBeChecked()
    const uid = link!.split('/').pop()
    const api = client(request, 'harbour')
    const stored = await api.call('GET', `/api/emailsettings/${uid}/`)
    expect(await stored.json()).toEqual({
      ...{ email_notifications: false, email_reminders: false, email_newsletters: true },
    })
    const changed = await api.call('PUT', `/api/emailsettings/${uid}`, { body: { email_notifications: true } })
    expect([changed.status(), await changed.json()]).toMatchObject([200, { email_notifications: true }])
    await outside.goto(siteUrl('harbour', '/profile/emails'))
    await expect(outside.getByText(/from the link at the bottom of any email/)).toBeVisible()
    await expectSound(outside)
    expect((await outside.goto(siteUrl('harbour', `/profile/emails/${'x'.repeat(43)}`)))?.status()).toBe(404)
    expect((await outside.goto(siteUrl('harbour', `/profile/emails/${me.id}`)))?.status()).toBe(404)
    await outside.goto(siteUrl('harbour', `${link}?stream=cover`))
    await outside.getByRole('button', { name: 'Stop being asked to cover' }).click()
    await expect(outside.getByText('You won’t be asked to cover other people’s shifts.')).toBeVisible()
    await expectSound(outside)
    await outside.getByRole('button', { name: 'Ask me to cover again' }).click()
    await expect(outside.getByRole('button', { name: 'Stop being asked to cover' })).toBeVisible()
    await messages.getByRole('button', { name: 'Create a new link' }).click()
    await expect(messages.getByText('The links in earlier emails will stop working.')).toBeVisible()
    expect((await outside.goto(siteUrl('harbour', link!)))?.status()).toBe(404)
    await page.goto(siteUrl('harbour', '/profile/emails'))
    await page.waitForURL('**/profile/settings')
  })

  test('a person downloads their data, and signing in again cancels the deletion of an account', async ({
    page,
    request,
  }) => {
    const me = await newMember(request)
    await enterAs(page, me.email)
    await page.goto(siteUrl('harbour', '/profile/settings'))
    const data = page.getByRole('region', { name: 'Your data' })
    await expect(data.getByText(/You agreed to the privacy policy and terms of Sun 29 Oct 2023 on/)).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      data.getByRole('button', { name: 'Download my data' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('harbour-my-data.json')
    const text = await readFile(await file.path(), 'utf8')
    expect(JSON.parse(text).person).toMatchObject({ email: me.email, consent_version: '2023-10-29' })
    expect(text).not.toContain('admin@harbour.test')

    const leave = data.getByRole('button', { name: 'Delete my account' })
    await leave.click()
    const dialog = page.getByRole('dialog', { name: 'Delete my account' })
    await expectSoundAtEachSize(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await leave.click()
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    const banner = page.getByRole('region', { name: 'Account deletion' })
    await expect(banner).toContainText('Your account will be deleted on')
    await expect(leave).toHaveCount(0)
    await page.context().clearCookies()
    await page.goto(siteUrl('harbour', '/profile/shifts'))
    await page.waitForURL('**/hello?next=**')
    await fillSignIn(page, me.email, OWN_PASSWORD)
    await page.waitForURL('**/profile/shifts')
    await expectSoundAtEachSize(page)
    await banner.getByRole('button', { name: 'Keep my account' }).press('Enter')
    await expect(banner).toHaveCount(0)
    await page.goto(siteUrl('harbour', '/profile/settings'))
    await expect(leave).toBeVisible()
  })

  test('an admin switches to the user view and back', async ({ page }) => {
    await signIn(page, 'admin@ridge.test', 'ridge')
    const change = async (name: string) => {
      await page.getByRole('button', { name: /Account menu/ }).click()
      await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === 'POST'),
        page.getByRole('menuitem', { name }).click(),
      ])
      await page.waitForURL('**/dashboard')
    }
    await change('Switch to User')
    await expect(page.getByRole('region', { name: 'New Registrations' })).toHaveCount(0)
    await expect(page.locator('nav').first().getByRole('link')).toHaveText([
      ...['Dashboard', 'Calendar', 'Profile', 'base@ridge.test'],
    ])
    for (const path of ['/people/list', '/organisation', '/events/add', '/unavailability', '/roster', '/audit']) {
      expect([path, (await page.goto(siteUrl('ridge', path)))?.status()]).toEqual([path, 403])
      await expect(page.getByRole('heading', { name: 'Not Authorized' })).toBeVisible()
    }
    await expectSoundAtEachSize(page)
    await page.goto(siteUrl('ridge', '/dashboard'))
    expect(await read(page, '/api/messages/')).toMatchObject({ count: expect.any(Number) })
    await change('Switch to Admin')
    expect((await page.goto(siteUrl('ridge', '/people/list')))?.status()).toBe(200)
  })
})

test('a site without SMS has no switch for it, and stores a phone immediately', async ({ page, request }) => {
  const me = await newMember(request, 'ridge')
  await signInAs(page, me.email, { slug: 'ridge' })
  await expect(page.getByRole('region', { name: 'Verify Phone Number' })).toHaveCount(0)
  await page.goto(siteUrl('ridge', '/profile/settings'))
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('switch')).toHaveCount(4)
  await page.goto(siteUrl('ridge', '/profile/info'))
  await page.getByRole('button', { name: 'Update phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update phone' })
  await expect(dialog.getByRole('switch')).toHaveCount(0)
  await expectSoundAtEachSize(page)
  await dialog.getByLabel('Phone', { exact: true }).fill('+61 412 345 678')
  await dialog.getByRole('button', { name: 'Save phone' }).click()
  await expect(page.getByText('+61 412 345 678 (not verified)')).toBeVisible()
})

test('other clubs’ calendars are shown or hidden one by one', async ({ page, request }) => {
  const me = await newMember(request)
  const admin = client(request, 'harbour', me.admin)
  const set = async (allowed_external_calendars: string) =>
    expect(
      (await admin.call('PUT', '/api/organisations/current/', { body: { allowed_external_calendars } })).status(),
    ).toBe(200)
  const before = (await (await admin.call('GET', '/api/organisations/current')).json()).allowed_external_calendars
  try {
    await signInAs(page, me.email)
    await set('')
    await page.goto(siteUrl('harbour', '/profile/settings'))
    await expect(page.getByRole('region', { name: 'Other calendars' })).toHaveCount(0)
    await set('https://one.example/events,https://two.example/club.ics')
    await page.reload()
    const others = page.getByRole('region', { name: 'Other calendars' })
    await expect(others.getByRole('switch')).toHaveCount(2)
    await expectSoundAtEachSize(page)
    await others.getByRole('switch', { name: 'one.example' }).press('Space')
    await expect(others.getByRole('status')).toHaveText('Saved')
    await page.reload()
    await expect(others.getByRole('switch', { name: 'one.example' })).not.toBeChecked()
    await expect(others.getByRole('switch', { name: 'two.example' })).toBeChecked()
  } finally {
    await set(before)
  }
})

const STATEMENTS = [
  'Last updated 29 October 2023',
  'Contact details',
  'Identifiers',
  'Attendance',
  'Training and competency records',
  'Website usage',
  'Account management',
  'Compliance',
  'emails about what happens on this site',
  'Nothing is shared with third parties',
  'deletion',
  'within one month',
  'Only the few needed to sign in',
  'approves every registration',
  'may suspend or cancel accounts and roles',
  'English law governs these terms',
]

test('the privacy policy and terms are public and complete', async ({ page }) => {
  for (const viewer of ['nobody', 'member'] as const) {
    if (viewer === 'member') await enter(page, 'member@ridge.test', 'ridge')
    expect((await page.goto(siteUrl('ridge', '/privacy')))?.status()).toBe(200)
    for (const text of STATEMENTS) await expect(page.getByText(text).first(), text).toBeVisible()
    await expectSoundAtEachSize(page)
  }
  await page.getByRole('link', { name: 'download your data' }).click()
  await page.waitForURL('**/profile/settings')
})
