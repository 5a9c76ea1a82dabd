import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { enter, expect, expectAccessible, holdRequests, SIZES, settled, siteUrl, test } from './fixtures.ts'
import { expectSound } from './own-member.ts'

/** Each run uses its own person and fields. */
const run = randomUUID().slice(0, 8)
const NAME = `Perpetua Wolfeschlegelsteinhausenbergerdorff-Przybyszewski ${run}`
const FIELD = `Donaudampfschifffahrtsgesellschaftskapitänsmütze ${run}`
const SKILL = `Towing ${run}`
let person = 0

/** Makes a call from the page, so that it uses the browser's own session and host. */
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

const open = (page: Page, tab: string) => page.goto(siteUrl('harbour', `/people/${person}/${tab}`))
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: `About ${NAME}` }).getByText(name)

test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  if (person) return
  await page.goto(siteUrl('harbour', '/people/list'))
  const made = await call(page, 'POST', '/api/people/', [{ name: NAME, email: `perpetua-${run}@example.org` }])
  person = made.body.order[0]
  await call(page, 'POST', '/api/profilefields/', [{ display_name: FIELD, kind: 'text', order: 900 }])
})

test('own fields and profile fields are saved together, and an emptied one is deleted', async ({ page }) => {
  await open(page, 'info')
  await page.getByLabel('Notes').fill('Prefers mornings')
  await page.getByLabel(FIELD).fill('0')
  await page.getByLabel('Phone').fill('07700 900123')
  const { count, release } = await holdRequests(page, /people\/\d+.*_data=/)
  await page.getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(page.getByText('Phone number must include the country code and not contain spaces.')).toBeVisible()
  await expect.poll(count).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'People', exact: true }).first().click()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(question).toBeVisible()
  // The page reloads its data after the refusal; the question stays open.
  const isRead = page.waitForResponse(/_data=/)
  release()
  await isRead
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('link', { name: 'People', exact: true }).first().click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel('Phone').fill('+447700900123')
  await page.getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const entries = () => call(page, 'GET', `/api/profileentries/?person=${person}`)
  await expect.poll(async () => (await entries()).body.count).toBe(1)
  await page.reload()
  await expect(page.getByLabel(FIELD)).toHaveValue('0')
  await page.getByLabel(FIELD).fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await entries()).body.count).toBe(0)
  await expect(page.getByRole('region', { name: 'Audit trail' })).toContainText('notes')
})

test('access role and tags can be changed on the page', async ({ page }) => {
  await open(page, 'info')
  await page.getByRole('textbox', { name: 'Access role' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  const tags = page.getByRole('textbox', { name: 'Tags' })
  for (const tag of [`Helm ${run}`, 'Zürich']) {
    await tags.fill(tag)
    await tags.press('Enter')
  }
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const stored = async () => {
    const { role, tags: kept } = (await call(page, 'GET', `/api/people/${person}`)).body.results.people[person]
    return { role, tags: kept }
  }
  expect(await stored()).toEqual({ role: 'admin', tags: [`Helm ${run}`, 'Zürich'] })
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Access role' })).toHaveValue('Admin')
  await tags.press('Backspace')
  await page.getByRole('textbox', { name: 'Access role' }).click()
  await page.getByRole('option', { name: 'User' }).click()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toEqual({ role: 'user', tags: [`Helm ${run}`] })
})

test('a photo is cropped in a dialog of 400 px and can be removed', async ({ page }) => {
  await open(page, 'info')
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

test('records are staged, checked and saved together; the tab marks what expires', async ({ page }) => {
  await open(page, 'info')
  await call(page, 'POST', '/api/competencies/', [{ name: SKILL, valid_months: 1 }])
  await open(page, 'records')
  await page.getByRole('button', { name: 'Add a record' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Required.')).toHaveCount(2)
  const skill = page.getByRole('combobox', { name: 'Competency' })
  await skill.fill(SKILL)
  await page.getByRole('option', { name: SKILL, exact: true }).click()
  await page.getByLabel('Achieved').fill('21/11/2026')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Date format must be YYYY-MM-DD')).toBeVisible()
  await page.getByLabel('Achieved').fill(new Date().toISOString().slice(0, 10))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: SKILL })
  await expect(row.getByText(/^Current, ends in/)).toBeVisible()
  await expect(page.getByText('1 current of 1')).toBeVisible()
  await open(page, 'info')
  await expect(page.getByText(new RegExp(`${SKILL} ends on`))).toBeVisible()
  await open(page, 'records')
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('1 unsaved')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Record deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(row.getByText(/^Current/)).toBeVisible()

  // Somebody deletes the competency while it is being chosen: the server says so under the field.
  const made = await call(page, 'POST', '/api/competencies/', [{ name: `${SKILL} gone` }])
  await page.getByRole('button', { name: 'Add a record' }).click()
  await skill.fill(`${SKILL} gone`)
  await page.getByRole('option', { name: `${SKILL} gone`, exact: true }).click()
  await page.getByLabel('Achieved').fill('2026-01-31')
  expect((await call(page, 'DELETE', `/api/competencies/${made.body.order[0]}`)).status).toBe(204)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(skill).toHaveAccessibleDescription(/\w/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('shows shifts, messages and notification settings', async ({ page }) => {
  await open(page, 'shifts')
  await expect(page.getByText('No upcoming shifts.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('shifts-export.csv')
  await tab(page, 'Emails').click()
  await expect(page).toHaveURL(/\/emails$/)
  await page.getByRole('link', { name: /^Not sent/ }).click()
  await expect(page).toHaveURL(/show=problems/)
  await page.getByLabel('Reminders').click()
  await expect
    .poll(async () => (await call(page, 'GET', `/api/people/${person}`)).body.results.people[person].email_reminders)
    .toBe(false)
  await page.reload()
  await expect(page.getByLabel('Reminders')).not.toBeChecked()
})

test('one menu holds all actions; a deactivated person can be activated again', async ({ page }) => {
  await open(page, 'info')
  await expect(page.getByText(/only .* can change its email, password and second step/)).toBeVisible()
  const actions = page.getByRole('button', { name: 'Actions' })
  await actions.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Add a record' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
  const activate = page.getByRole('button', { name: `Activate ${NAME}` })
  await expect(activate).toBeVisible()
  await activate.click()
  await expect(activate).toHaveCount(0)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Add a record' }).click()
  await expect(page).toHaveURL(/\/records\?add/)
  await expect(page.getByRole('group', { name: 'New record' })).toBeVisible()
})

test('a summary opens beside the list, and keys move to the next person', async ({ page }) => {
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

for (const [name, size] of Object.entries(SIZES))
  test(`the page of a person is accessible and fits (${name})`, async ({ page }) => {
    await page.setViewportSize(size)
    for (const at of ['info', 'shifts', 'records', 'emails']) {
      await open(page, at)
      await expectSound(page)
    }
  })
