import { expect, expectAccessible, SIZES, siteUrl } from '#tests/e2e/fixtures.ts'
import { test as base, overflow, save } from '#tests/e2e/roster-pages.ts'

/** A roster with an open shift of a role whose competency no one on it holds. */
const test = base.extend<{ needed: { competency: string; role: number } }>({
  needed: async ({ roster }, use) => {
    const competency = `Powerboat handling in tidal waters ${roster.run}`
    const [id = 0] = await roster.make('competencies/', [{ name: competency }])
    const [role = 0] = await roster.make('roles/', [{ name: `Safety ${roster.run}`, required_competencies: [id] }])
    await roster.make('shifts/', [{ event: roster.event, assignment: roster.assignment, role }])
    await use({ competency, role })
  },
})

test('an unsuitable person is assigned by a second press, and marked from then on', async ({
  page,
  roster,
  needed,
}) => {
  await page.setViewportSize(SIZES.desktop)
  await roster.openEditor()
  const card = page.locator('[data-shift]').first()
  await card.click()
  const picker = page.getByRole('dialog', { name: /^Assign/ })
  await picker.getByRole('combobox').fill(roster.long)
  await expect(picker.getByRole('option', { name: roster.long })).toContainText(`No ${needed.competency}`)
  await picker.getByRole('combobox').press('Enter')
  const question = picker.getByRole('region', { name: 'Assign anyway' })
  await expect(question).toContainText(`No ${needed.competency}`)
  await expect(card).toContainText('Open')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Choose another' }).click()
  await expect(picker.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: `Assign ${roster.long} anyway` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card).toContainText(`No ${needed.competency}`)
  await expect(page.getByRole('button', { name: 'Not qualified 1' })).toBeVisible()
  await save(page)
  await expect(card).toContainText(`No ${needed.competency}`)

  await page.getByRole('button', { name: /Publish 1 shift/ }).click()
  const proof = page.getByRole('dialog', { name: /^Publish 1 shift/ })
  await expect(proof.getByRole('list', { name: 'Not qualified' })).toContainText(
    `1 person doesn’t hold ${needed.competency}`,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.setViewportSize(SIZES.phone)
  await page.getByRole('button', { name: 'Not qualified 1' }).click()
  await expect(card).toContainText(roster.long)
  expect(await overflow(page)).toBe(0)
  await roster.openGrid(page, '&show=unfit')
  await expect(page.getByText(`No ${needed.competency}`, { exact: true })).toBeVisible()
  expect(await overflow(page)).toBe(0)
})

test('the form of an assignment sets what its shifts need, beside what their role needs', async ({
  page,
  roster,
  needed,
}) => {
  const radio = `Radio certificate ${roster.run}`
  await roster.make('competencies/', [{ name: radio }])
  await page.setViewportSize(SIZES.desktop)
  await page.goto(siteUrl('harbour', `/assignments/${roster.assignment}`))
  await page.getByRole('textbox', { name: 'Required competencies' }).fill(radio)
  await page.getByRole('option', { name: radio }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/ changed\.$/)).toBeVisible()
  await expectAccessible(page)
  await roster.openEditor()
  await expect(page.getByText(`Needs ${needed.competency}, ${radio}`)).toBeVisible()
  await page.locator('[data-shift]').first().click()
  const picker = page.getByRole('dialog', { name: /^Assign/ })
  await picker.getByRole('combobox').fill(roster.long)
  await expect(picker.getByRole('option', { name: roster.long })).toContainText(`No ${needed.competency}, No ${radio}`)
})

test('dropping a person on an unsuitable shift asks first', async ({ page, roster, needed }) => {
  await page.setViewportSize(SIZES.desktop)
  await roster.openEditor()
  await page.getByRole('region', { name: 'People' }).getByRole('button', { name: roster.ann }).click()
  const card = page.locator('[data-shift]').first()
  await card.click()
  const question = page.getByRole('dialog', { name: 'Assign anyway?' })
  await expect(question).toContainText(`No ${needed.competency}`)
  await question.getByRole('button', { name: 'Choose another' }).click()
  await expect(card).toContainText('Open')
  await expect(page.getByRole('button', { name: /^Not qualified/ })).toHaveCount(0)
})

test('the grid asks before it pastes, fills or drags people onto unsuitable shifts', async ({
  page,
  roster,
  needed,
}) => {
  const [ann = 0, bob = 0] = roster.people
  const fill = { event: roster.event, assignment: roster.assignment, role: needed.role }
  await roster.make('shifts/', [
    { ...fill, person: ann },
    { ...fill, person: bob },
  ])
  const supper = await roster.addEvent(`Supper ${roster.run}`, 'T16:00', 'T20:00')
  await roster.make('shifts/', [
    { ...fill, event: supper, person: null },
    { ...fill, event: supper, person: null },
  ])
  await page.setViewportSize(SIZES.desktop)
  await roster.openGrid()
  const to = roster.cell(1)
  const question = page.getByRole('dialog', { name: 'Assign anyway?' })
  const nobodyThere = async () => {
    await expect(question.getByRole('alert')).toContainText(`No ${needed.competency}`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(to).toContainText('2 open')
  }

  await roster.cell().locator('[data-name]').first().dragTo(to)
  await expect(question.getByRole('alert')).toContainText(`${roster.ann} isn’t suitable.`)
  await nobodyThere()
  await roster.cell().focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(question.getByRole('alert')).toContainText('2 people aren’t suitable.')
  await expectAccessible(page)
  await nobodyThere()
  await roster.cell().focus()
  await page.keyboard.press('Control+c')
  await to.focus()
  await page.keyboard.press('Control+v')
  await expect(question.getByRole('button', { name: 'Assign all 2 anyway' })).toBeFocused()
  await expect(to).toContainText('2 open')
  await page.keyboard.press('Enter')
  await expect(to).toContainText('2 of 2')
  await expect(to).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(to).toContainText('2 open')
  await expect(question).toBeHidden()
})

test('deactivating a person with coming shifts asks what to do with them, and is undone together', async ({
  page,
  roster,
}) => {
  await roster.addUsualShifts()
  await roster.publish()
  await page.setViewportSize(SIZES.phone)
  await page.goto(siteUrl('harbour', `/people/${roster.people[0]}/info`))
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const question = page.getByRole('dialog', { name: `Deactivate “${roster.ann}”?` })
  await expect(question.getByRole('radiogroup', { name: '1 shift ahead' })).toBeVisible()
  await expect(question.getByRole('radio', { name: 'Find cover' })).toBeChecked()
  await expectAccessible(page)
  expect(await overflow(page)).toBe(0)
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`${roster.ann} has been deactivated and signed out.`)).toBeVisible()
  await roster.openEditor()
  await expect(roster.card(0)).toContainText('Not active')
  await expect(roster.card(0)).toContainText('Needs cover')
})
