import { expect, SIZES, siteUrl } from '#tests/e2e/fixtures.ts'
import { expectFits, expectSound } from '#tests/e2e/own-member.ts'
import { save, test } from '#tests/e2e/roster-pages.ts'

test('a moved event asks about its shifts: they move with it and back, or keep their own day', async ({
  page,
  roster,
}) => {
  const day = (days: number) => new Date(Date.parse(roster.day) + days * 86_400_000).toISOString().slice(0, 10)
  await roster.addUsualShifts()
  await roster.publish()
  await page.goto(siteUrl('harbour', `/events/${roster.event}/edit`))
  const date = page.getByLabel('Start, date')
  const question = page.getByRole('radiogroup', { name: 'Move its 3 shifts as well?' })
  const mark = page.getByRole('main').getByText('Outside the event')
  await date.fill(day(1))
  await expect(page.getByLabel('End, date')).toHaveValue(day(1))
  await expect(question.getByRole('radio', { name: 'Yes, by 1 day' })).toBeChecked()
  await expect(mark).toHaveCount(0)
  await expect(page.getByText('tells 2 people').first()).toBeVisible()
  await expectSound(page)
  await save(page)
  await page
    .getByRole('status')
    .filter({ hasText: 'The event and 3 shifts moved.' })
    .getByRole('button')
    .first()
    .click()
  await expect(date).toHaveValue(day(0))

  await date.fill(day(2))
  await question.getByRole('radio', { name: /^No/ }).check()
  await expect(mark.first()).toBeVisible()
  await save(page)
  await page.setViewportSize(SIZES.phone)
  for (const path of [`/events/${roster.event}`, `/shifts?view=outside&search=${roster.run}`]) {
    await page.goto(siteUrl('harbour', path))
    await expect(mark.first(), path).toBeVisible()
    await expectFits(page)
  }
  await page.goto(siteUrl('harbour', `/todo?kind=outside&item=outside-${roster.event}`))
  await expect(page.getByRole('region', { name: /^Outside the event: / })).toContainText(
    /\d+ shifts? (is|are) outside the event/,
  )
  await expectSound(page)
})
