import { expect, siteUrl } from '../fixtures.ts'
import { expectSoundAtEachSize } from '../own-member.ts'
import { removeRecord, test } from '../roster-pages.ts'

test('events to choose from: the last one of the type, the next, and the past once asked for', async ({
  page,
  roster,
}) => {
  const [type] = await roster.make('eventtypes/', [{ name: `Old race ${roster.run}` }])
  const at = (year: number) => ({ start: `${year}-03-02T09:00:00Z`, end: `${year}-03-02T12:00:00Z` })
  const [before, next, past] = [`Before ${roster.run}`, `Next ${roster.run}`, `Past ${roster.run}`]
  const made = await roster.make('events/', [
    { name: before, eventtype: type, ...at(2021) },
    { name: next, ...at(2031) },
    { name: past, start: '2026-01-02T09:00:00Z', end: '2026-01-02T10:00:00Z' },
    { name: `New ${roster.run}`, eventtype: type, ...at(2032) },
  ])
  await page.goto(siteUrl('harbour', `/events/${made[3]}/shifts`))
  await page.getByRole('button', { name: 'Copy from another event' }).click()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Event' })
  await field.click()
  const options = page.getByRole('option')
  await expect(options.first()).toHaveText(new RegExp(before))
  await expect(options.last()).toHaveText('Show past events')
  await expect(options.filter({ hasText: past })).toHaveCount(0)
  await expectSoundAtEachSize(page)
  await field.press('ArrowUp')
  await field.press('Enter')
  await expect(page.getByRole('group', { name: 'Past' })).toBeVisible()
  await field.fill(roster.run)
  await expect(options).toHaveText([new RegExp(before), new RegExp(next), /./, /./, new RegExp(past)])
  await options.filter({ hasText: past }).click()
  await expect(field).toHaveValue(new RegExp(past))

  for (const id of made) await removeRecord(page, 'events', id)
  await removeRecord(page, 'eventtypes', type)
})
