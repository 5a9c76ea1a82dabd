import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  test as base,
  enter,
  expect,
  expectAccessible,
  holdRequests,
  idle,
  settled,
  siteUrl,
} from '#tests/e2e/fixtures.ts'
import { expectSound, expectSoundAtEachSize, lastMessage } from '#tests/e2e/own-member.ts'

const call = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([how, to, what]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(to, {
        method: how,
        headers,
        ...(what !== undefined && { body: JSON.stringify(what) }),
      })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
    [method, path, body] as const,
  )

/** An admin and a person of the test's own, with a long name; `run` distinguishes its other records. */
const test = base.extend<{ own: { id: number; name: string; run: string; open: (tab: string) => Promise<unknown> } }>({
  own: async ({ page }, use) => {
    const run = randomUUID().slice(0, 8)
    const name = `Perpetua Wolfeschlegelsteinhausenbergerdorff-Przybyszewski ${run}`
    await enter(page, 'admin@harbour.test')
    await page.goto(siteUrl('harbour', '/people/list'))
    const made = await call(page, 'POST', '/api/people/', [{ name, email: `perpetua-${run}@example.org` }])
    const id = made.body.order[0]
    await use({ id, name, run, open: (tab) => page.goto(siteUrl('harbour', `/people/${id}/${tab}`)) })
  },
})

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a section is edited in place: changes are counted, Escape cancels, leaving asks', async ({ page, own }) => {
  await own.open('info')
  const contact = section(page, 'Contact')
  await expect(contact.getByText('Not filled in')).toBeVisible()
  await page.getByRole('button', { name: 'Edit contact' }).click()
  await expect(contact.getByLabel('Name')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Edit membership' })).toBeDisabled()
  await expectAccessible(page)
  await contact.getByLabel('Phone').fill('0412')
  await contact.getByLabel('Phone').press('Escape')
  await expect(page.getByRole('button', { name: 'Edit contact' })).toBeFocused()

  await page.getByRole('button', { name: 'Edit contact' }).click()
  await contact.getByLabel('Phone').fill('0412')
  await contact.getByLabel('Name').focus()
  await expect(contact.getByText('This number is too short or too long for its country.')).toBeVisible()
  await contact.getByLabel('Phone').fill('no number')
  await expect(contact.getByText('1 change')).toBeVisible()
  await contact.getByRole('button', { name: 'Save contact' }).click()
  await expect(contact.getByText('Phone number must include the country code and not contain spaces.')).toBeVisible()
  await expect(contact.getByLabel('Phone')).toBeFocused()
  await contact.getByLabel('Phone').fill('')
  await contact.getByLabel('Name').fill(' ')
  const { count, release } = await holdRequests(page, /people\/\d+.*_data=/)
  await contact.getByRole('button', { name: 'Save contact' }).click()
  await expect.poll(count).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'People', exact: true }).first().click()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(question).toBeVisible()
  // The page reloads its data after the refusal; the question stays open.
  const isRead = page.waitForResponse(/_data=/)
  release()
  await isRead
  await idle(page)
  await question.getByRole('button', { name: 'Stay' }).click()
  await contact.getByLabel('Name').fill(own.name)
  await contact.getByLabel('Phone').fill('07700 900123')
  await contact.getByRole('button', { name: 'Save contact' }).click()
  await expect(page.getByText('Contact saved.')).toBeVisible()
  await expect(contact.getByText('+44 7700 900123, not verified')).toBeVisible()
  await expect(page.getByRole('link', { name: '+44 7700 900123' })).toHaveAttribute('href', 'tel:+447700900123')
  await expect(section(page, 'Audit trail')).toContainText('phone')
})

test('the club’s fields are entries: clearing one deletes it', async ({ page, own }) => {
  const field = `Donaudampfschifffahrtsgesellschaftskapitänsmütze ${own.run}`
  await call(page, 'POST', '/api/profilefields/', [{ display_name: field, kind: 'text', order: 900 }])
  await own.open('info')
  const fields = section(page, 'Club fields')
  const entries = async () => (await call(page, 'GET', `/api/profileentries/?person=${own.id}`)).body.count
  for (const [typed, stored] of [
    ['0', 1],
    ['', 0],
  ] as const) {
    await page.getByRole('button', { name: 'Edit club fields' }).click()
    await fields.getByLabel(field).fill(typed)
    await fields.getByRole('button', { name: 'Save club fields' }).click()
    await expect(page.getByRole('button', { name: 'Edit club fields' })).toBeVisible()
    expect(await entries()).toBe(stored)
  }
})

test('access role and tags can be changed on the page', async ({ page, own }) => {
  await own.open('info')
  const edit = page.getByRole('button', { name: 'Edit membership' })
  const save = page.getByRole('button', { name: 'Save membership' })
  const role = page.getByRole('textbox', { name: 'Access role' })
  await edit.click()
  await role.click()
  await page.getByRole('option', { name: 'Admin' }).click()
  const tags = page.getByRole('textbox', { name: 'Tags' })
  for (const tag of [`Helm ${own.run}`, 'Zürich']) {
    await tags.fill(tag)
    await tags.press('Enter')
  }
  await save.click()
  await expect(edit).toBeVisible()
  const stored = async () => {
    const { role, tags: kept } = (await call(page, 'GET', `/api/people/${own.id}`)).body.results.people[own.id]
    return { role, tags: kept }
  }
  expect(await stored()).toEqual({ role: 'admin', tags: [`Helm ${own.run}`, 'Zürich'] })
  await edit.click()
  await tags.press('Backspace')
  await role.click()
  await page.getByRole('option', { name: 'User' }).click()
  await expect(section(page, 'Membership').getByRole('status')).toHaveText('2 changes')
  await save.click()
  await expect(edit).toBeVisible()
  expect(await stored()).toEqual({ role: 'user', tags: [`Helm ${own.run}`] })
})

test('a photo is cropped in a dialog of 400 px and can be removed', async ({ page, own }) => {
  await own.open('info')
  await page.getByRole('button', { name: 'Upload photo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload photo' })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(400)
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(dialog.getByText('Choose a JPEG, PNG or WebP image.')).toBeVisible()
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#157' } })
    .jpeg()
    .toBuffer()
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save photo' }).click()
  await expect(dialog).toBeHidden()
  const photo = page.locator('header img[width="64"]')
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(photo).toHaveCount(0)
})

test('records are staged, checked and saved together; the page marks expiring ones', async ({ page, own }) => {
  const name = `Towing ${own.run}`
  await call(page, 'POST', '/api/competencies/', [{ name, valid_months: 1 }])
  await own.open('records')
  await page.getByRole('button', { name: 'Add a record' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Required.')).toHaveCount(2)
  const skill = page.getByRole('combobox', { name: 'Competency' })
  await skill.fill(name)
  await page.getByRole('option', { name, exact: true }).click()
  await page.getByLabel('Achieved').fill('31/02/2026')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Date format must be YYYY-MM-DD')).toBeVisible()
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-')
  await page.getByLabel('Achieved').fill(`${day}/${month}/${year}`)
  await page.getByLabel('Achieved').press('Shift+Tab')
  await page.getByRole('button', { name: `Use ${year}-${month}-${day}` }).click()
  await expect(page.getByLabel('Achieved')).toHaveValue(`${year}-${month}-${day}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText(/^Current, ends in/)).toBeVisible()
  await expect(page.getByText('1 current of 1, 1 ends soon or has ended')).toBeVisible()
  await own.open('info')
  await expect(section(page, 'Competencies').getByRole('listitem')).toHaveText(new RegExp(`^${name}Ends `))
  await own.open('records')
  await row.getByRole('button', { name: 'Actions on the record' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByText('1 unsaved')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Record deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(row.getByText(/^Current/)).toBeVisible()

  // Someone deletes the competency while it is being chosen: the server reports it under the field.
  const made = await call(page, 'POST', '/api/competencies/', [{ name: `${name} gone` }])
  await page.getByRole('button', { name: 'Add a record' }).click()
  await skill.fill(`${name} gone`)
  await page.getByRole('option', { name: `${name} gone`, exact: true }).click()
  await page.getByLabel('Achieved').fill('2026-01-31')
  expect((await call(page, 'DELETE', `/api/competencies/${made.body.order[0]}`)).status).toBe(204)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(skill).toHaveAccessibleDescription(/\w/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('a shift with a missing competency is announced, with the ways out', async ({ page, own }) => {
  const made = async (collection: string, fields: object) =>
    (await call(page, 'POST', `/api/${collection}/`, [fields])).body.order[0]
  const competency = await made('competencies', { name: `Towing ${own.run}` })
  const role = await made('roles', { name: `Tow ${own.run}`, required_competencies: [competency] })
  const times = { start: '2031-05-05T09:00:00Z', end: '2031-05-05T12:00:00Z' }
  const event = await made('events', { name: `Tow day ${own.run}`, ...times })
  await made('shifts', { event, person: own.id, role, ...times })
  await own.open('info')
  const note = page.getByRole('note')
  await expect(note).toContainText(`There is no record of Towing ${own.run}. One coming shift needs it.`)
  await expect(note).toContainText(`It is Mon 5 May 2031, Tow day ${own.run}.`)
  await expect(note.getByRole('link', { name: 'See the shift' })).toHaveAttribute('href', `/events/${event}/shifts`)
  await expect(page.getByRole('link', { name: 'Shifts 1 ahead' })).toBeVisible()
  await expectSound(page)
  await note.getByRole('link', { name: 'Add the new record' }).click()
  await expect(page.getByRole('combobox', { name: 'Competency' })).toHaveValue(`Towing ${own.run}`)
})

test('shows shifts, messages and notification settings', async ({ page, own }) => {
  await own.open('shifts')
  await expect(page.getByText('No upcoming shifts.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('shifts-export.csv')
  await page
    .getByRole('navigation', { name: `About ${own.name}` })
    .getByText('Emails')
    .click()
  await expect(page).toHaveURL(/\/emails$/)
  await page.getByRole('link', { name: /^Problems/ }).click()
  await expect(page).toHaveURL(/show=problems/)
  await page.getByLabel('Reminders').click()
  await expect
    .poll(async () => (await call(page, 'GET', `/api/people/${own.id}`)).body.results.people[own.id].email_reminders)
    .toBe(false)
  await page.reload()
  await expect(page.getByLabel('Reminders')).not.toBeChecked()
})

test('one menu holds all actions; a deactivated person can be activated again', async ({ page, own }) => {
  await own.open('info')
  await expect(page.getByText(/only .* can change its email, password and second step/)).toBeVisible()
  const actions = page.getByRole('button', { name: 'Actions', exact: true })
  await actions.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Add a record' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
  const activate = page.getByRole('button', { name: `Activate ${own.name}` })
  await expect(activate).toBeVisible()
  await activate.click()
  await expect(activate).toHaveCount(0)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Add a record' }).click()
  await expect(page).toHaveURL(/\/records\?add/)
  await expect(page.getByRole('group', { name: 'New record' })).toBeVisible()
})

test('an added person is invited: the email sets their password and signs them in', async ({ page, own, guest }) => {
  const email = `perpetua-${own.run}@example.org`
  await own.open('info')
  const actions = page.getByRole('button', { name: 'Actions', exact: true })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`${own.name} has been invited by email.`)).toBeVisible()
  await expectSound(page)
  await actions.click()
  await expect(page.getByRole('menuitem', { name: 'Send the invitation again' })).toBeVisible()
  await page.keyboard.press('Escape')
  const mail = await lastMessage(page.request, email, 'account.invitation')
  await guest.goto(siteUrl('harbour', String(mail.match(/\/password\/reset\/\S+/)?.[0])))
  await expect(guest.getByRole('heading', { name: 'Set a password' })).toBeVisible()
  await expectSound(guest)
  for (const label of ['New Password', 'Repeat New Password'])
    await guest.getByLabel(label, { exact: true }).fill('tide-table-heron-42')
  await guest.getByRole('button', { name: 'Save and sign in' }).click()
  await guest.waitForURL('**/dashboard')
  await own.open('info')
  await actions.click()
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /invit/i })).toHaveCount(0)
})

test('a summary opens beside the list, and keys move to the next person', async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/people/list?view=all&limit=10'))
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Hours (12 months)')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  const first = page.url()
  await settled(page)
  await page.keyboard.press('j')
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
  await settled(page)
  await page.keyboard.press('k')
  await expect(page).toHaveURL(first)
})

test('the page of a person is accessible and fits', async ({ page, own }) => {
  for (const at of ['info', 'shifts', 'records', 'emails']) {
    await own.open(at)
    await expectSoundAtEachSize(page)
  }
  await own.open('info')
  await page.getByRole('button', { name: 'Edit contact' }).click()
  await expectSoundAtEachSize(page)
})
