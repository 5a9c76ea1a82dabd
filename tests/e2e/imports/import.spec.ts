import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { client, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'

const file = (name: string) => fileURLToPath(new URL(`../../fixtures/imports/${name}.csv`, import.meta.url))
const csv = (text: string, name = 'small.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const choose = (page: Page, given: string | ReturnType<typeof csv>) =>
  page.locator('input[type=file]').setInputFiles(typeof given === 'string' ? file(given) : given)

const pill = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Rows to show' }).getByRole('button', { name })
const result = (page: Page) => page.getByRole('region', { name: 'What will happen' })
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

const open = (page: Page, kind: 'people' | 'season') => page.goto(siteUrl('harbour', `/import?kind=${kind}`))

async function undo(page: Page, address: string) {
  await page.goto(address)
  await page.getByRole('button', { name: 'Undo this import' }).click()
}

test('members and a season are previewed, imported, unchanged the second time, and undone', async ({ page }) => {
  test.setTimeout(400_000)
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')

  await open(page, 'people')
  await expectAccessible(page)
  await choose(page, 'harbour-people')
  await expect(pill(page, /All/)).toHaveText('140 All')
  await expect(page.getByLabel('name is used for', { exact: true })).toHaveValue('name')
  await expectAccessible(page)
  expect(await fits(page)).toBe(true)
  await expect(result(page).locator('tbody')).toHaveCount(100)
  await page.getByRole('button', { name: 'Show 40 more' }).click()
  await expect(result(page).locator('tbody')).toHaveCount(140)
  await page.getByRole('button', { name: 'Import 140 people' }).click()
  await expect(page.getByRole('heading', { name: 'Created 140 people' })).toBeVisible()
  await expectAccessible(page)
  const members = page.url()
  expect(members).toMatch(/\/import\/\d+$/)

  await open(page, 'people')
  await choose(page, 'harbour-season')
  await expect(page.getByRole('heading', { level: 1, name: 'Import a season’s programme' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 554 shifts' }).click()
  await expect(page.getByRole('heading', { name: 'Created 554 shifts' })).toBeVisible()
  const season = page.url()
  await expect(page.getByRole('link', { name: 'See events' })).toHaveAttribute('href', '/events/list')
  await page.getByRole('button', { name: 'Review and publish 554 shifts' }).click()
  const review = page.getByRole('dialog', { name: /^554 shifts of \d+ events$/ })
  await expect(review.getByRole('button', { name: /^Publish 554 shifts/ })).toContainText(
    /tells \d+ people|tells no one/,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()

  for (const [kind, name, rows] of [
    ['people', 'harbour-people', '140'],
    ['season', 'harbour-season', '554'],
  ] as const) {
    await open(page, kind)
    await choose(page, name)
    await expect(pill(page, /No change/)).toHaveText(`${rows} No change`)
    await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  }

  await undo(page, members)
  await expect(page.getByRole('alert')).toHaveText('This import cannot be undone: its people have shifts.')
  await expectAccessible(page)
  for (const address of [season, members]) {
    await undo(page, address)
    await expect(page.getByText(/^This import was undone on /)).toBeVisible()
  }
  await page.goto(siteUrl('harbour', '/import'))
  await expect(page.getByRole('region', { name: 'Earlier imports' }).getByText('Undone').first()).toBeVisible()
})

test(`a broken file is explained line by line`, async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await open(page, 'season')
  await expectSoundAtEachSize(page)
  await choose(page, 'harbour-season-broken')
  await expect(pill(page, /Errors/)).toHaveText('9 Errors')
  const rows = result(page).locator('tbody')
  const said = [
    [5, 'This day does not exist'],
    [7, 'Not a time'],
    [10, 'Invalid email.'],
    [13, 'Required.'],
    [16, 'Ends before it starts'],
    [19, 'This looks like a spreadsheet formula.'],
    [22, 'This row has 7 columns, but the header has 12.'],
    [28, 'Date format must be YYYY-MM-DD'],
    [35, 'Too long: 400 characters, at most 200.'],
  ] as const
  for (const [i, [line, message]] of said.entries()) {
    await expect(rows.nth(i).getByRole('rowheader')).toHaveText(`${line}Error`)
    await expect(rows.nth(i)).toContainText(message)
  }
  await expect(result(page)).toContainText('not found')
  await expectSoundAtEachSize(page)
  await expect(page.getByRole('button', { name: /^Import 51 shifts$/ })).toBeDisabled()
  await page.getByLabel('Skip the 9 rows with errors').check()
  await expect(page.getByRole('button', { name: 'Import 51 shifts, skip 9' })).toBeEnabled()
  await pill(page, /Errors/).click()
  await expect(rows).toHaveCount(9)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download them as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('harbour-season-broken-errors.csv')
})

test('cells are corrected in place by keyboard, and the order of days is asked for', async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  await open(page, 'season')
  await choose(page, 'harbour-season-broken')
  await page.getByLabel('Date, line 5').fill('2027-02-28')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Start, line 7')).toBeFocused()
  await expect(pill(page, /Errors/)).toHaveText('8 Errors')
  await page.getByLabel('Start, line 7').fill('09:30')
  await page.keyboard.press('Enter')
  await expect(pill(page, /Errors/)).toHaveText('7 Errors')
  await expect(page.getByLabel('Date, line 5')).toHaveValue('2027-02-28')
  await page.getByLabel('Date format in the file').selectOption('dmy')
  await expect(pill(page, /Errors/)).toHaveText('6 Errors')
  await expectAccessible(page)
  await page.getByLabel('Skip the 6 rows with errors').check()
  await expect(page.getByRole('button', { name: 'Import 54 shifts, skip 6' })).toBeEnabled()
})

test('changing a column updates the rows immediately; updates show old and new values', async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  await open(page, 'people')
  await choose(page, csv('who,address,other\nImport Spec One,import-spec-one@example.org,+447700900111\n'))
  await expect(page.getByRole('alert')).toContainText('No column is used as Name, which is required.')
  await expect(page.getByRole('button', { name: /^(Import|Nothing)/ })).toBeDisabled()
  await page.getByLabel('who is used for').selectOption({ label: 'Name' })
  await expect(page.getByRole('alert')).not.toContainText('Name')
  await page.getByLabel('address is used for').selectOption({ label: 'Email' })
  await page.getByLabel('other is used for').selectOption({ label: 'Phone' })
  await expect(page.getByRole('row', { name: /Import Spec One/ })).toContainText('+447700900111')
  await page.getByLabel('other is used for').selectOption({ label: 'Email' })
  await expect(page.getByLabel('address is used for')).toHaveValue('ignore')
  await page.getByLabel('address is used for').selectOption({ label: 'Email' })
  await expect(page.getByLabel('other is used for')).toHaveValue('ignore')
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page.getByRole('heading', { name: 'Created 1 person' })).toBeVisible()
  const address = page.url()

  await open(page, 'people')
  await choose(page, csv('name,email\nImport Spec Uno,import-spec-one@example.org\n'))
  const row = page.getByRole('row', { name: /Import Spec Uno/ })
  await expect(row.getByRole('deletion')).toHaveText('was Import Spec One')
  await expect(row.getByRole('insertion')).toHaveText('becomes Import Spec Uno')
  await expect(page.getByRole('button', { name: 'Update 1 person' })).toBeEnabled()
  await page.getByLabel('Update people found by email').uncheck()
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await undo(page, address)
  await expect(page.getByText(/^This import was undone on /)).toBeVisible()
})

test('an ambiguous cell asks the person, and the line of the names can be chosen', async ({ page, request }) => {
  const run = randomUUID().slice(0, 8)
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const made = await admin.call('POST', '/api/competencies/', { body: [{ name: `Powerboat ${run}` }] })
  expect(made.ok(), await made.text()).toBe(true)
  const asked = `Powerboat ${run} level 2`
  const people = ['one', 'two'].map((who) => `Twin ${run},${who}-${run}@example.org,${asked}`)
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await open(page, 'people')
  await choose(page, csv(`Wer,Wo,Was\nName,Email,Qualifications\n${people.join('\n')}\n`))
  await expect(pill(page, /Errors/)).toHaveText('2 Errors')
  const question = page.getByLabel(`${asked}, line 3`)
  await expect(question.getByRole('option')).toHaveText([
    `${asked}: choose`,
    `The same as Powerboat ${run}`,
    `Add ${asked}`,
  ])
  await expectSoundAtEachSize(page)
  await question.selectOption(`Powerboat ${run}`)
  await expect(pill(page, /Create/)).toHaveText('2 Create')
  await page.getByLabel('Line that names the columns').fill('1')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('alert')).toContainText('No column is used as Name')
  await page.getByLabel('Line that names the columns').fill('2')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Import 2 people' }).click()
  await expect(page.getByRole('heading', { name: 'Created 2 people' })).toBeVisible()

  await open(page, 'season')
  const row = `2031-05-01,09:00,12:00,Twins ${run},Bosun,Twin ${run}`
  await choose(page, csv(`Date,Start,End,Event,Assignment,Volunteer\n${row}\n`))
  await page.getByLabel(`Twin ${run}, line 2`).selectOption(`two-${run}@example.org`)
  await expect(page.getByRole('button', { name: 'Import 1 shift' })).toBeEnabled()
  await expectSoundAtEachSize(page)
})

test('unknown volunteers are listed, and their shifts stay open', async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  await open(page, 'season')
  await choose(
    page,
    csv(
      'date,start,end,event,duty,volunteer_email\n2031-05-01,09:00,12:00,Import spec,Bosun,import-spec-nobody@example.org\n',
    ),
  )
  await expect(result(page)).toContainText('1 volunteer was not found. Their shift is left open.')
  await page.getByRole('button', { name: 'Import 1 shift' }).click()
  await expect(page.getByRole('heading', { name: 'Created 1 shift' })).toBeVisible()
  await expect(page.getByText('import-spec-nobody@example.org')).toBeVisible()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText(/^This import was undone on /)).toBeVisible()
})

test('a file is chosen, read and cancelled by keyboard only', async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  await open(page, 'people')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).focus()
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(file('harbour-people'))
  await expect(result(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(pill(page, /All/)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(pill(page, /Create/)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('members are refused', async ({ page }) => {
  await enter(page, 'member@harbour.test')
  expect((await page.goto(siteUrl('harbour', '/import')))?.status()).toBe(403)
})

test('the API refuses an unreadable form with a clear 4xx', async ({ request }) => {
  const { access } = await login(request, 'admin@harbour.test')
  const admin = client(request, 'harbour', access)
  const boundary = 'x'.repeat(32)
  const form = (parts: Record<string, string>) =>
    `${Object.entries(parts)
      .map(([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
      .join('')}--${boundary}--\r\n`
  const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const whole = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a\u0001.csv"\r\n\r\nname,email\nA,a@example.org\r\n`
  const send = async (raw: string, headers: Record<string, string> = multipart, query = '?kind=people') =>
    (await admin.call('POST', `/api/imports/preview${query}`, { raw, headers })).status()

  expect(await send(`${whole}--${boundary}--\r\n`)).toBe(200)
  expect(await send(`${whole}--${boundary}--\r\n`, multipart, '?kind=nothing')).toBe(400)
  expect(await send(`${whole}--${boundary}--\r\n`, multipart, '')).toBe(400)
  expect(await send('{}', { 'content-type': 'application/json' })).toBe(415)
  expect(await send('nothing of the kind')).toBe(400)
  expect(await send('', multipart)).toBe(400)
  expect(await send(whole)).toBe(400)
  expect(await send(`${whole}--${boundary}--\r\n`, { 'content-type': 'multipart/form-data' })).toBe(400)
  expect(await send(form({ file: 'not a file' }))).toBe(400)
  for (const field of ['mapping', 'options'])
    for (const text of ['{', '[]', '"text"', 'null', '{"0":7,"update_existing":7}'])
      expect(await send(whole + form({ [field]: text }))).toBe(400)
  expect(await send(whole + 'x'.repeat(6 * 1024 * 1024))).toBe(413)

  const apply = (raw: string) => admin.call('POST', '/api/imports?kind=people', { raw, headers: multipart })
  expect((await apply(whole + form({ digest: 'of something else' }))).status()).toBe(409)
  expect((await apply(whole + form({ skip_errors: 'perhaps' }))).status()).toBe(400)
  for (const id of ['0', '999999999', 'x', '9'.repeat(30)])
    expect((await admin.call('POST', `/api/imports/${id}/undo`)).status()).toBe(404)
  expect((await admin.call('GET', '/api/imports/preview')).status()).toBe(405)
  const listed = await (await admin.call('GET', '/api/imports')).json()
  expect(Array.isArray(listed.imports)).toBe(true)

  const { access: token } = await login(request, 'member@harbour.test')
  const member = client(request, 'harbour', token)
  expect((await member.call('GET', '/api/imports')).status()).toBe(403)
  const refused = await member.call('POST', '/api/imports/preview?kind=people', {
    raw: `${whole}--${boundary}--\r\n`,
    headers: multipart,
  })
  expect(refused.status()).toBe(403)
  expect((await client(request, 'harbour').call('GET', '/api/imports')).status()).toBe(401)
})
