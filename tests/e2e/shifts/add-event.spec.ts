import { expect, siteUrl } from '../fixtures.ts'
import { expectSoundAtEachSize } from '../own-member.ts'
import { removeRecord, test } from '../roster-pages.ts'

test('Add event asks for what is needed, takes the usual length of its type, and drops an error once mended', async ({
  page,
  roster,
}) => {
  const type = `Short race ${roster.run}`
  const [typeId] = await roster.make('eventtypes/', [{ name: type, default_duration: 150 }])
  await page.goto(siteUrl('harbour', '/events/add'))
  const more = page.getByText('More', { exact: true })
  const end = page.getByLabel('End, time')
  const contact = page.getByLabel('Contact')
  await expect(contact).toBeHidden()
  await page.getByLabel('Start, date').fill(roster.day)
  await page.getByLabel('Start, time').fill('09:00')
  const choose = async () => {
    const input = page.getByRole('combobox', { name: 'Event type' })
    await input.fill(type)
    await page.getByRole('option', { name: type }).first().waitFor()
    await input.press('Enter')
  }
  await choose()
  await expect(end).toHaveValue('11:30 am')
  await page.getByLabel('Start, time').fill('10:00')
  await expect(end).toHaveValue('12:30 pm')
  await end.fill('13:15')
  await page.getByRole('button', { name: 'Clear event type' }).click()
  await choose()
  await expect(end).toHaveValue(/^(13:15|1:15 pm)$/)
  await expectSoundAtEachSize(page)

  await end.fill('08:00')
  await more.click()
  await page.getByLabel('Decide by, date').fill(roster.day)
  await page.getByLabel('Decide by, time').fill('07:00')
  await more.click()
  await page.getByRole('button', { name: 'Add event' }).click()
  const wrong = page.getByText('Must not be before the start.')
  await expect(wrong).toBeVisible()
  await end.fill('13:15')
  await expect(wrong).toHaveCount(0)
  await page.getByLabel('Start, time').fill('06:00')
  await page.getByRole('button', { name: 'Add event' }).click()
  // Its part unfolds for the error.
  await expect(page.getByLabel('Decide by, time')).toBeVisible()
  const late = page.getByText('Must be before the start.', { exact: true })
  await expect(late).toBeVisible()
  await expectSoundAtEachSize(page)
  await page.getByLabel('People needed to run').fill('3')
  await page.getByLabel('Decide by, time').fill('05:00')
  await expect(late).toHaveCount(0)
  await contact.fill('Zoë')
  await page.getByRole('button', { name: 'Add event' }).click()
  await expect(page).toHaveURL(/\/events\/\d+\/shifts$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Untitled Event' })).toBeVisible()
  const id = Number(/events\/(\d+)/.exec(page.url())?.[1])
  // What differs from an empty field shows when the event is edited.
  await page.goto(siteUrl('harbour', `/events/${id}/edit`))
  await expect(contact).toHaveValue('Zoë')
  await expect(contact).toBeVisible()
  await removeRecord(page, 'events', id)
  await removeRecord(page, 'eventtypes', typeId)
})
