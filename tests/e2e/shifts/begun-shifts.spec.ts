import { expect, expectAccessible, SIZES } from '#tests/e2e/fixtures.ts'
import { adminClient, test } from '#tests/e2e/roster-pages.ts'

test('the editor and the grid ask before a shift that has begun loses its person', async ({
  page,
  request,
  roster,
}) => {
  const [ann, bob] = roster.people
  const begun = await roster.addShifts([ann, bob])
  const admin = await adminClient(request)
  const started = begun.map((id) => ({ id, actual_start: '2026-01-01T09:00:00Z' }))
  expect((await admin.call('PUT', '/api/shifts/', { body: started })).ok()).toBe(true)
  await page.setViewportSize(SIZES.desktop)

  await roster.openEditor()
  await page.locator('[data-shift]').filter({ hasText: roster.ann }).click()
  await page.getByRole('button', { name: 'Unassign' }).click()
  const question = page.getByRole('dialog', { name: 'This shift has started' })
  const press = () => page.getByRole('button', { name: /^Save(?! and)/ }).click()
  await press()
  await expect(question).toContainText(roster.ann)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('1 unsaved')).toBeVisible()
  await press()
  await question.getByRole('button', { name: 'Change anyway' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await roster.openGrid()
  await roster.cell().click()
  await page.getByRole('button', { name: `Take ${roster.bob} off` }).click()
  await expect(question).toContainText(roster.bob)
  await question.getByRole('button', { name: 'Change anyway' }).click()
  await expect(roster.cell()).toContainText('2 open')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(roster.cell()).toContainText('1 open')
})
