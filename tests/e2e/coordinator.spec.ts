import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { confirmPublishing, enter, expect, expectAccessible, holdRequests, SIZES, signIn, siteUrl } from './fixtures.ts'
import { expectSoundAtEachSize } from './own-member.ts'
import { test as base, call, type Roster, removeRecord } from './roster-pages.ts'

type Found = { order: number[]; results: { events: Record<number, { start: string }> } }

/** `published` is a roster of the test's own with one published shift, of Ann. */
const test = base.extend<{ published: Roster }>({
  published: async ({ roster }, use) => {
    await roster.addShifts([roster.people[0]])
    await roster.publish()
    await use(roster)
  },
})

const list = (page: Page) => page.getByRole('list', { name: 'Roster' })
const shiftItems = (page: Page, assignment: string) =>
  page.getByRole('list', { name: assignment, exact: true }).getByRole('listitem')
const panel = (page: Page) => page.getByRole('region', { name: 'Selected shift' })

async function choose(
  page: Page,
  label: string | RegExp,
  name: string,
  within: ReturnType<Page['locator']> = page.locator('body'),
) {
  const input = within.getByRole('combobox', { name: label })
  await input.click()
  await input.fill(name)
  await page.getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect(input).toHaveValue(new RegExp(name))
}

async function choosePerson(page: Page, name: string) {
  const input = page.getByRole('combobox', { name: 'Person', exact: true })
  await input.fill(name)
  await page.getByRole('option', { name }).first().waitFor()
  await input.press('Enter')
}

test('adds an assignment, a person and an event in the simple forms, with errors under their fields', async ({
  page,
}) => {
  const run = randomUUID().slice(0, 8)
  const [assignment, person] = [`Assignment ${run}`, `Zelda ${run}`]
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/assignments'))
  await page.getByRole('link', { name: 'Add assignment' }).first().click()
  await page.getByRole('button', { name: 'Add assignment' }).click()
  await expect(page.getByText('Required.')).toBeVisible()
  await page.getByLabel('Name').fill(assignment)
  await page.getByRole('button', { name: 'Add assignment' }).click()
  await expect(page.getByRole('heading', { name: assignment })).toBeVisible()
  await page.getByLabel('Details').fill('Bring a torch.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved')).toBeVisible()

  await page.goto(siteUrl('harbour', '/people/list?add=1'))
  await page.getByLabel('Name').fill(person)
  await page.getByLabel('Email', { exact: true }).fill('admin@harbour.test')
  await page.getByLabel('Phone').fill('twelve')
  await page.getByRole('button', { name: 'Add person' }).click()
  await expect(page.getByText('Phone number must include the country code and not contain spaces.')).toBeVisible()
  await page.getByLabel('Phone').fill('')
  await page.getByRole('button', { name: 'Add person' }).click()
  await expect(page.getByText('A person with this email already exists.')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(`zelda-${run}@coordinator.test`)
  await page.getByRole('button', { name: 'Add person' }).click()
  await expect(page).toHaveURL(/\/people\/\d+\/info/)
  await expect(page.getByRole('heading', { name: person })).toBeVisible()

  await page.goto(siteUrl('harbour', '/events/list'))
  await page.getByRole('link', { name: 'Add event' }).first().click()
  await page.getByLabel('Start, date').fill('')
  await page.getByRole('button', { name: 'Add event' }).click()
  await expect(page.getByText('Choose a date and a time.').first()).toBeVisible()
  await expect(page.getByText('Required.')).toHaveCount(0)
  await page.getByLabel('Name').fill(`Coordinator ${run}`)
  await page.getByLabel('Start, date').fill('2031-03-30')
  await page.getByLabel('Start, time').fill('01:30')
  await page.getByLabel('End, date').fill('2031-03-30')
  await page.getByLabel('End, time').fill('12:00')
  await page.getByRole('button', { name: 'Add event' }).click()
  await expect(page.getByText('01:30 does not exist on this day')).toBeVisible()
  await page.getByLabel('Start, time').fill('09:00')
  // Digits are enough, in 24 hours whatever the device prefers; the arrow keys step.
  const end = page.getByLabel('End, time')
  await end.fill('25')
  await end.blur()
  await expect(page.getByText('Not a time. Type it as 09:30 or 9:30 am.')).toBeVisible()
  await end.fill('1145')
  await end.press('ArrowUp')
  await expect(end).toHaveValue('12:00 pm')
  await page.getByRole('button', { name: 'Add event' }).click()
  await expect(page).toHaveURL(/\/events\/\d+\/shifts$/)
  await expect(page.getByText('No shifts yet')).toBeVisible()
})

test('stages shifts, assigns, removes one, saves and publishes', async ({ page, roster }) => {
  const shifts = roster.shiftItems()
  await page.goto(siteUrl('harbour', `/events/list?view=all&search=${encodeURIComponent(roster.eventName)}`))
  await page.getByRole('link', { name: new RegExp(roster.eventName) }).click()
  await expect(page.getByRole('heading', { level: 1, name: roster.eventName })).toBeVisible()
  await page.getByRole('textbox', { name: 'Shifts', exact: true }).fill('3')
  await choose(page, 'Assignment', roster.assignmentName, page.getByRole('form', { name: 'Add shifts' }))
  await page.getByRole('button', { name: 'Add 3 shifts' }).click()
  await expect(shifts).toHaveCount(3)
  await expect(page.getByText('3 shifts added')).toBeVisible()

  await shifts.first().getByRole('button', { name: /Open/ }).click()
  await choosePerson(page, roster.ann)
  await expect(shifts.first()).toContainText(roster.ann)
  await shifts.nth(2).getByRole('button', { name: /Open/ }).click()
  await panel(page).getByRole('button', { name: 'Remove shift' }).click()
  await expect(shifts).toHaveCount(2)

  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('dialog', { name: '2 unsaved changes' }).getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/shifts$/)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(shifts.first()).toContainText('Not published')
  await expect(shifts).toHaveCount(2)

  await shifts.nth(1).getByRole('button', { name: /Open/ }).click()
  await panel(page).getByRole('button', { name: 'Remove shift' }).click()
  await expect(shifts.nth(1)).toContainText('Removed')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await confirmPublishing(page)
  await expect(page.getByText('Saved and published')).toBeVisible()
  await expect(shifts).toHaveCount(1)
  await expect(shifts.first()).toContainText('Asked')

  await shifts
    .first()
    .getByRole('button', { name: new RegExp(roster.ann) })
    .click()
  await panel(page).getByRole('button', { name: 'Unpublish this shift' }).click()
  await expect(shifts.first()).toContainText('Not published')
  await page.getByRole('button', { name: 'Publish 1 shift' }).click()
  await confirmPublishing(page)
  await expect(shifts.first()).toContainText('Asked')
})

test('shows errors in their rows and fields, and undoes', async ({ page, published }) => {
  const shifts = published.shiftItems()
  await published.openEditor()
  await shifts
    .first()
    .getByRole('button', { name: new RegExp(published.ann) })
    .click()
  await panel(page).getByLabel('End, time').fill('08:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel(page).getByRole('alert')).toHaveText('Must be after the start.')
  await expect(shifts.first()).toContainText('Must be after the start.')
  await shifts.first().getByRole('button', { name: /Undo/ }).click()
  await expect(shifts.first()).toContainText('Asked')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden()
})

test('marks a shift that someone else has changed, and saves the kept version', async ({
  page,
  context,
  published,
}) => {
  const shifts = published.shiftItems()
  await published.openEditor()
  const other = await context.newPage()
  await other.goto(page.url())
  for (const [on, note] of [
    [other, 'theirs'],
    [page, 'mine'],
  ] as const) {
    await published
      .shiftItems(on)
      .first()
      .getByRole('button', { name: new RegExp(published.ann) })
      .click()
    await panel(on).getByLabel('Note').fill(note)
  }
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(shifts.first()).toContainText('Someone else changed it')
  await panel(page).getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await shifts
    .first()
    .getByRole('button', { name: new RegExp(published.ann) })
    .click()
  await expect(panel(page).getByLabel('Note')).toHaveValue('mine')
  await other.close()
})

test('on a phone the editor has tabs with addresses, and a sheet for a shift', async ({ page, published }) => {
  await page.setViewportSize(SIZES.phone)
  const shifts = published.shiftItems()
  await published.openEditor()
  await page.getByRole('button', { name: `Add a shift: ${published.assignmentName}` }).click()
  await shifts.nth(1).getByRole('button', { name: /Open/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Selected shift' })
  await choosePerson(page, published.bob)
  await expect(sheet).toContainText(published.bob)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close shift' }).click()
  await page.getByRole('link', { name: 'Details' }).click()
  await expect(page).toHaveURL(/edit$/)
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Contact').fill('Zelda')
  await expect(page.getByText('2 unsaved')).toBeVisible()
  await page.getByRole('link', { name: 'Roster' }).click()
  await expect(list(page)).toBeVisible()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await confirmPublishing(page)
  await expect(page.getByText('Saved and published')).toBeVisible()
  await expect(shifts).toHaveCount(2)
})

async function openMore(page: Page, item: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  return page.getByRole('dialog')
}

test('copies the shifts of another event, repeats it over dates, unpublishes all, deletes it and brings it back', async ({
  page,
}) => {
  test.slow()
  const run = randomUUID().slice(0, 8)
  await signIn(page, 'admin@harbour.test')
  const name = `Repeated ${run}`
  // In the week before the clocks go forward.
  const times = { start: '2031-03-23T09:00:00Z', end: '2031-03-23T12:00:00Z' }
  const make = async (collection: string, body: object) => (await call(page, 'POST', `/${collection}/`, body)).order
  const [source = 0, id = 0] = await make('events', [
    { name: `Source ${run}`, start: '2031-02-02T09:00:00Z', end: '2031-02-02T12:00:00Z' },
    { name, ...times },
  ])
  const watch = `Watch ${run}`
  const [assignment] = await make('assignments', [{ name: watch }])
  const somebody = `Wanda ${run}`
  const [person] = await make('people', [{ name: somebody, email: `wanda-${run}@coordinator.test`, is_active: true }])
  await make('shifts', [
    { event: source, assignment, person },
    { event: source, assignment },
  ])
  const open = async () => {
    await page.goto(siteUrl('harbour', `/events/${id}/shifts`))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await open()

  const copying = await openMore(page, 'Copy shifts')
  await choose(page, /event$/i, `Source ${run}`, copying)
  await copying.getByRole('checkbox', { name: 'Include the people assigned' }).check()
  await copying.getByRole('button', { name: 'Copy shifts' }).click()
  await expect(page.getByText('2 shifts added')).toBeVisible()
  await expect(shiftItems(page, watch).filter({ hasText: somebody })).toHaveCount(1)
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await confirmPublishing(page)
  await expect(page.getByText('Saved and published')).toBeVisible()

  const repeating = await openMore(page, 'Repeat this event')
  await repeating.getByLabel('Times').fill('3')
  const dates = repeating.getByRole('list', { name: 'Dates' }).getByRole('listitem')
  await expect(dates).toHaveText([/^Sun 30 Mar 2031, 0?9:00/, /^Sun 6 Apr 2031, 0?9:00/, /^Sun 13 Apr 2031, 0?9:00/])
  await expectAccessible(page)
  await dates.nth(1).getByRole('checkbox').uncheck()
  await repeating.getByRole('button', { name: 'Create 2 events' }).click()
  const made = page.getByRole('dialog', { name: '2 events created' })
  await made.getByRole('button', { name: 'Close' }).last().click()
  await expect(made).toBeHidden()
  const again = await call<Found>(page, 'GET', `/events/?search=${encodeURIComponent(name)}&limit=9`)
  const starts = again.order.map((one) => again.results.events[one]?.start)
  // The local time is the same on both sides of the clock change, and the excluded date is missing.
  expect(starts.map((start) => start && new Date(start).toISOString()).sort()).toEqual([
    '2031-03-23T09:00:00.000Z',
    '2031-03-30T08:00:00.000Z',
    '2031-04-13T08:00:00.000Z',
  ])

  await expect(shiftItems(page, watch).first()).toContainText('Asked')
  const previews = await holdRequests(page, /events\/\d+\/preview/)
  const unpublishing = await openMore(page, 'Unpublish all shifts')
  const unpublish = unpublishing.getByRole('button', { name: 'Unpublish all shifts' })
  await expect(unpublishing).toContainText('Checking who will be notified…')
  await expect(unpublish).toBeDisabled()
  previews.release()
  await unpublish.click()
  await expect(unpublishing).toBeHidden()
  for (const n of [0, 1]) await expect(shiftItems(page, watch).nth(n)).toContainText('Not published')

  const deleting = await openMore(page, 'Delete this event')
  await expect(deleting).toContainText('You can undo this for a day.')
  await deleting.getByRole('button', { name: 'Delete this event' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Events' })).toBeVisible()
  await expect(page.getByText(`${name} deleted.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  await open()
  await expect(shiftItems(page, watch)).toHaveCount(2)
  for (const one of [...again.order, source]) await removeRecord(page, 'events', one)
})

test('an empty list, the forms and the roster are accessible and fit', async ({ page, published }) => {
  test.slow()
  for (const address of ['/events/list?search=nothing-like-it', '/events/add', '/people/list?add=1']) {
    await page.goto(siteUrl('harbour', address))
    await expectSoundAtEachSize(page)
  }
  await published.openEditor()
  await page.getByRole('button', { name: `Add a shift: ${published.assignmentName}` }).click()
  await expectSoundAtEachSize(page)
})

test('members are refused', async ({ page }) => {
  await signIn(page, 'member@harbour.test')
  for (const address of ['/events/list', '/events/add', '/people/list', '/locations', '/options/people']) {
    const answer = await page.goto(siteUrl('harbour', address))
    expect([address, answer?.status()]).toEqual([address, 403])
  }
})

test('deletes a record and brings it back', async ({ page, published }) => {
  const { assignmentName } = published
  await page.goto(siteUrl('harbour', `/assignments?search=${encodeURIComponent(assignmentName)}`))
  await page.getByRole('link', { name: assignmentName }).click()
  await page.getByRole('button', { name: 'Delete assignment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete assignment' }).click()
  await expect(page.getByText('No assignments match')).toBeVisible()
  await expect(page.getByText(`${assignmentName} deleted.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  await expect(page.getByRole('link', { name: assignmentName })).toBeVisible()
})
