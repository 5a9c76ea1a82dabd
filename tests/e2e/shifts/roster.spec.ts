import { ahead } from '#tests/e2e/dev-clock.ts'
import { drop, expect, SIZES, siteUrl } from '#tests/e2e/fixtures.ts'
import { expectOutline, expectSoundAtEachSize } from '#tests/e2e/own-member.ts'
import { call, overflow, removeRecord, save, test } from '#tests/e2e/roster-pages.ts'

test('adds several shifts, filled by dragging or by keyboard', async ({ page, roster }) => {
  await roster.openEditor()
  await page.getByRole('textbox', { name: 'Shifts', exact: true }).fill('3')
  const form = page.getByRole('form', { name: 'Add shifts' })
  await form.getByRole('combobox', { name: 'Assignment' }).fill(roster.assignmentName)
  await page.getByRole('option', { name: roster.assignmentName }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add 3 shifts' }).click()
  await expect(roster.shiftItems()).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 2, name: roster.assignmentName })).toBeVisible()

  const supply = page.getByRole('region', { name: 'People' })
  await expect(supply.getByRole('listitem').first()).toContainText(roster.ann)
  await expect(supply.getByRole('listitem').first()).toContainText('Happy to helm all day.')
  await supply.getByRole('listitem').first().hover()
  await page.mouse.down()
  const target = await roster.shiftItems().nth(1).boundingBox()
  if (!target) throw new Error('The shift is on the screen.')
  await page.mouse.move(target.x + 40, target.y + 20, { steps: 12 })
  await drop(page)
  await expect(roster.card(1)).toContainText(roster.ann)

  const from = await roster.shiftItems().nth(1).boundingBox()
  const to = await roster.shiftItems().nth(0).boundingBox()
  if (!from || !to) throw new Error('Both shifts are on the screen.')
  await page.mouse.move(from.x + 60, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + 20, { steps: 12 })
  await drop(page)
  await expect(roster.card(0)).toContainText(roster.ann)
  await expect(roster.card(1)).toContainText('Open')
  await page.keyboard.press('Control+z')
  await expect(roster.card(1)).toContainText(roster.ann)
  await roster.card(1).focus()
  await page.keyboard.press('Enter')
  const move = page.getByRole('button', { name: 'Move to another shift' })
  await move.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Choose a shift for ${roster.ann}, or press Escape.`)).toBeVisible()
  await expect(roster.card(1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(roster.card(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(roster.card(0)).toContainText(roster.ann)

  // A letter opens the choice of a person, Delete unassigns and then removes, Ctrl Z restores.
  await roster.card(0).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(`Bob Brave ${roster.run}`)
  await expect(page.getByRole('combobox', { name: 'Person', exact: true })).toHaveValue(roster.bob)
  await page.getByRole('option', { name: roster.bob }).waitFor()
  await page.keyboard.press('Enter')
  await expect(roster.card(1)).toContainText(roster.bob)

  // Enter moves to the next open shift, where the next name is typed.
  await expect(page.getByRole('combobox', { name: 'Person', exact: true })).toBeFocused()
  await page.keyboard.type(roster.long)
  await page.getByRole('option', { name: roster.long }).waitFor()
  await page.keyboard.press('Enter')
  await expect(roster.card(1)).toContainText(roster.bob)
  await expect(roster.card(2)).toContainText(roster.long)
  await expect(roster.card(2)).toBeFocused()
  await roster.card(1).focus()
  await page.keyboard.press('Delete')
  await expect(roster.card(1)).toContainText('Open')
  await page.keyboard.press('Delete')
  await expect(roster.shiftItems()).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(roster.card(1)).toContainText(roster.bob)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(roster.shiftItems()).toHaveCount(3)
  await expect(roster.card(0)).toContainText('Not published')
})

test('form and shifts are one screen with two addresses, which keeps staged changes', async ({ page, roster }) => {
  await roster.addUsualShifts()
  await roster.openEditor()
  await roster.card(2).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('link', { name: 'Event details' }).click()
  await expect(page).toHaveURL(/\/edit$/)
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Contact').fill('Zoë')
  await expect(page.getByText('1 shift removed, event details changed')).toBeVisible()
  await page.getByRole('link', { name: 'Who can help' }).click()
  await expect(page).toHaveURL(/\/shifts$/)
  await expect(page.getByText('2 unsaved')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('lists under an event’s address have their own titles', async ({ page, roster }) => {
  for (const [address, title] of [
    ['/events/list', 'All Events'],
    [`/events/list/${roster.event}`, `${roster.eventName} · Event Shifts`],
    [`/events/${roster.event}/edit`, `${roster.eventName} · Edit Event`],
    ['/series/list', 'All Series'],
    ['/events/types', 'Event Types'],
    ['/events/add', /Event/],
    ['/shifts', 'Shifts'],
  ] as const) {
    await page.goto(siteUrl('harbour', address))
    await expect(page).toHaveTitle(typeof title === 'string' ? new RegExp(`^${title} \\| `) : title)
  }
})

test('suggestions warn of a double booking and never block; clashes are counted', async ({ page, roster }) => {
  await roster.addUsualShifts()
  await roster.openEditor()
  await roster.card(2).click()
  const unfit = page.getByRole('dialog', { name: /^Assign/ }).getByRole('group', { name: 'Not suitable' })
  const ann = unfit.getByRole('option', { name: roster.ann })
  await expect(ann).toContainText('Already on this event at that time')
  await expect(ann).toContainText('Assign anyway')
  await ann.click()
  // The list moves as the question opens in it: a second press answers wherever it is.
  await expect(page.getByRole('button', { name: `Assign ${roster.ann} anyway` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(roster.card(2)).toContainText('Twice at this time')
  await expect(page.getByRole('button', { name: 'Clashes 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: /^Clashes/ })).toHaveCount(0)
})

test('shows how many people publishing notifies, and notifies them once', async ({ page, roster, request }) => {
  await roster.addUsualShifts()
  await roster.openEditor()
  const publish = page.getByRole('button', { name: /Publish 3 shifts/ })
  await expect(publish).toHaveAccessibleDescription(`Notifies ${roster.ann} and ${roster.bob} by email.`)
  await page.getByRole('button', { name: 'Preview or schedule' }).click()
  const proof = page.getByRole('dialog', { name: 'Publish 3 shifts, tell 2 people' })
  await proof.getByRole('button', { name: 'Publish and tell 2 people' }).dblclick()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(roster.card(0)).toContainText('Asked')
  const notices = async () => {
    const sent: unknown = await page.evaluate(async () => (await fetch('/dev/messages.json?limit=10000')).json())
    return (sent as { to: string; kind: string; text: string }[]).filter(
      ({ to, kind }) => to.endsWith(`${roster.run}@roster.test`) && kind === 'shift.assigned',
    )
  }
  // They are sent once publishing can no longer be undone.
  expect(await notices()).toEqual([])
  await ahead(request, 30, () => expect.poll(async () => (await notices()).length, { timeout: 90_000 }).toBe(2))
  expect((await notices()).every(({ text }) => text.includes(roster.eventName))).toBe(true)
})

test('shifts are saved as a template and copied to another event', async ({ page, roster }) => {
  await roster.addUsualShifts()
  await roster.openEditor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`Template ${roster.run}`)
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText(`Saved as “Template ${roster.run}”`)).toBeVisible()
  const fresh = await roster.addEvent(`Next ${roster.run}`, 'T05:00', 'T06:00')
  await page.goto(siteUrl('harbour', `/events/${fresh}/shifts`))
  await expect(page.getByRole('button', { name: 'Copy from another event' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a template' }).click()
  await page.getByLabel('From a template').selectOption({ label: `Template ${roster.run} (3 shifts)` })
  await page.getByRole('button', { name: 'Copy shifts' }).click()
  await expect(roster.shiftItems()).toHaveCount(3)
  await expect(roster.shiftItems().first()).toContainText('Open')
  const question = page.getByRole('radiogroup', { name: 'Extend the event? 3 shifts end after it.' })
  await expect(question.getByRole('radio', { name: 'No, leave it as it is' })).toBeChecked()
  await question.getByRole('radio', { name: /^Yes, until / }).check()
  await expect(page.getByText('3 shifts added, event details changed')).toBeVisible()
  await save(page)
  await expect(question).toHaveCount(0)
  await expect(page.getByText('Outside the event')).toHaveCount(0)
  await removeRecord(page, 'events', fresh)
})

test('the second editor sees who changed what, and keeps theirs or takes the other', async ({
  page,
  context,
  roster,
}) => {
  await roster.addUsualShifts()
  await roster.openEditor()
  const other = await context.newPage()
  await roster.openEditor(other)
  for (const [on, note] of [
    [other, 'theirs'],
    [page, 'mine'],
  ] as const) {
    await roster.card(0, on).click()
    await on.getByRole('region', { name: 'Selected shift' }).getByLabel('Note').fill(note)
  }
  await save(other)
  await page.getByRole('button', { name: /^Save(?! and)/ }).click()
  const panel = page.getByRole('region', { name: 'Selected shift' })
  await expect(panel.getByRole('alert')).toContainText('Desmond Akinwande changed this shift')
  await expect(panel.getByRole('list', { name: 'What changed' })).toContainText('Note: empty “theirs”')
  await expect(roster.card(0)).toContainText('Someone else changed it')
  await panel.getByRole('button', { name: 'Take theirs' }).click()
  await expect(panel.getByLabel('Note')).toHaveValue('theirs')
  await expect(page.getByRole('button', { name: /^Save(?! and)/ })).toBeHidden()
  await other.close()
})

test('the grid is edited like a spreadsheet, and every step can be undone', async ({ page, roster }) => {
  await roster.addUsualShifts()
  await roster.publish()
  await roster.addShifts([null, null], await roster.addEvent(`Supper ${roster.run}`, 'T16:00', 'T20:00'))
  await roster.openGrid()
  const status = page.getByRole('contentinfo').or(page.locator('footer')).getByRole('status').first()
  await roster.cell().focus()
  await expect(page.getByText(`${roster.assignmentName} `, { exact: false }).first()).toBeVisible()
  await expect(status).toContainText('1 open')

  await page.keyboard.type(roster.long)
  const dialog = page.getByRole('dialog', { name: new RegExp(roster.assignmentName) })
  await expect(dialog.getByRole('option', { name: roster.long })).toBeVisible()
  await expect(dialog).toContainText(`Published: ${roster.long} will be notified.`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${roster.long} assigned, tells 1 person.`)).toBeVisible()
  await expect(roster.cell()).toContainText('3 of 3')
  await expect(roster.cell()).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(roster.cell()).toContainText('2 of 3')

  await page.keyboard.press('Control+c')
  await page.keyboard.press('ArrowRight')
  await expect(roster.cell(1)).toBeFocused()
  await expect(roster.cell(1)).toContainText('2 open')
  await page.keyboard.press('Control+v')
  await expect(roster.cell(1)).toContainText('2 of 2')
  await page.keyboard.press('Control+z')
  await expect(roster.cell(1)).toContainText('2 open')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(roster.cell(1)).toContainText('2 of 2')
  await page.keyboard.press('Delete')
  await expect(roster.cell(1)).toContainText('1 of 2')
  await page.keyboard.press('Control+z')
  await expect(roster.cell(1)).toContainText('2 of 2')
  await page.keyboard.press('Control+z')
  await expect(roster.cell(1)).toContainText('2 open')

  await roster.cell().locator('[data-name]').first().dragTo(roster.cell(1))
  await expect(roster.cell(1)).toContainText('1 of 2')
  await expect(roster.cell()).toContainText('1 of 3')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(roster.cell()).toContainText('2 of 3')

  await page.getByRole('button', { name: /^Not published/ }).click()
  await expect(page).toHaveURL(/show=unpublished/)
  await expect(page.getByRole('columnheader', { name: /Supper/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: new RegExp(roster.eventName) })).toBeHidden()
})

test('the grid never overwrites another editor’s choice', async ({ page, context, roster }) => {
  await roster.addUsualShifts()
  const second = `Supper ${roster.run}`
  await roster.addShifts([null, null], await roster.addEvent(second, 'T16:00', 'T20:00'))
  await roster.openGrid()
  const other = await context.newPage()
  await roster.openGrid(other)
  for (const [on, name] of [
    [other, roster.long],
    [page, roster.bob],
  ] as const) {
    await roster.cell(0, on).focus()
    await roster.cell(1, on).focus()
    await expect(on.getByRole('status').filter({ hasText: second })).toBeVisible()
    await on.keyboard.type(name)
    await on.getByRole('dialog').getByRole('option', { name }).click()
    if (on === other) await expect(on.getByText(`${roster.long} assigned, tells no one.`)).toBeVisible()
  }
  await expect(page.getByRole('alert')).toContainText(`${roster.long} is on this shift now.`)
  await expect(roster.cell(1)).toContainText('1 of 2')
  await other.close()
})

test('requests show pending ones first, are assigned there or declined with a reason sent to the person', async ({
  page,
  roster,
}) => {
  await roster.addUsualShifts()
  const [, bob = 0, wolf = 0] = roster.people
  const [wish = 0] = await roster.make('requests/batch', [
    { person: wolf, event: roster.event, comments: 'Anything but the bar.' },
  ])
  const third = await roster.addEvent(`Third ${roster.run}`, 'T21:00', 'T22:00')
  const [asked = 0] = await roster.make('requests/batch', [{ person: bob, event: third, comments: '' }])
  await page.goto(siteUrl('harbour', `/requests?request=${wish}`))
  await expect(page.getByText('Anything but the bar.').first()).toBeVisible()
  await page
    .getByRole('radio', { name: new RegExp(roster.assignmentName) })
    .first()
    .click()
  await page.getByRole('button', { name: `Assign to ${roster.assignmentName}` }).click()
  await expect(page.getByText(/is on the shift\./)).toBeVisible()
  const on = await call<{ count: number }>(page, 'GET', `/shifts/?event=${roster.event}&person=${wolf}`)
  expect(on.count).toBe(1)

  await page.goto(siteUrl('harbour', `/requests?request=${asked}`))
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The race is cancelled, sorry.')
  await page.getByRole('button', { name: 'Decline and notify Bob' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Bob' })).toContainText('will be notified.')
  const stateOf = () =>
    call<{ results: { requests: Record<string, { declined_reason: string }> } }>(page, 'GET', `/requests/${asked}`)
  expect((await stateOf()).results.requests[asked]?.declined_reason).toBe('The race is cancelled, sorry.')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  expect((await stateOf()).results.requests[asked]?.declined_reason).toBe('')
})

test('the printed list fits A4 landscape, with many assignments and long names', async ({ page, roster }) => {
  await roster.addShifts(roster.people)
  await page.goto(siteUrl('harbour', `/events/${roster.event}/shifts/list`))
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[([\d. ]+)\]/g)].map(([, box]) => (box ?? '').split(' ').map(Number))
  expect(boxes).toHaveLength(1)
  // A4 in points: 595.28 by 841.89.
  for (const [, , width = 0, height = 0] of boxes) {
    expect(Math.abs(width - 841.89)).toBeLessThan(1)
    expect(Math.abs(height - 595.28)).toBeLessThan(1)
  }
  await page.emulateMedia({ media: 'print' })
  // The width of landscape A4 within its margins.
  await page.setViewportSize({ width: 1047, height: 720 })
  expect(await overflow(page)).toBe(0)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('article').getByText(roster.long)).toBeVisible()
  await roster.openGrid()
  expect(await overflow(page)).toBe(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

test('editor, grid, requests and list are accessible and fit', async ({ page, roster }) => {
  await roster.addUsualShifts()
  await page.setViewportSize(SIZES.phone)
  await roster.openEditor()
  await page.getByRole('link', { name: 'Who can help' }).click()
  await expect(page.getByRole('region', { name: 'People' }).getByRole('listitem').first()).toBeVisible()
  await expectSoundAtEachSize(page)
  await expectOutline(page)
  for (const address of [
    `/roster?from=${roster.day}&days=7`,
    '/roster?from=2039-01-01',
    `/roster?from=${roster.day}&days=7&iframe`,
    '/requests',
    `/events/${roster.event}/shifts/list`,
    `/events/${roster.event}/edit`,
  ]) {
    await page.goto(siteUrl('harbour', address))
    await page.waitForLoadState('networkidle')
    await expectSoundAtEachSize(page)
    await expectOutline(page)
  }
})
