import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, newMember } from '#tests/e2e/own-member.ts'

const HOUR = 3_600_000

test('a coordinator phones the silent, records their answers, takes one back, and asks for cover', async ({
  page,
  request,
}) => {
  const people = [await newMember(request), await newMember(request)]
  const admin = client(request, 'harbour', people[0]!.admin)
  const times = {
    start: new Date(Date.now() + HOUR).toISOString(),
    end: new Date(Date.now() + 5 * HOUR).toISOString(),
  }
  const event = { name: `Silent race ${Date.now().toString(36)}`, ...times }
  const { order: events } = await (await admin.call('POST', '/api/events/', { body: [event] })).json()
  const body = people.map(({ id }) => ({ event: events[0], person: id, ...times }))
  const { order: shifts } = await (await admin.call('POST', '/api/shifts/', { body })).json()
  await admin.call('PUT', `/api/events/${events[0]}/publish`)
  const answerOf = async (shift: number) => {
    const { results } = await (await admin.call('GET', `/api/shifts/${shift}`)).json()
    return (Object.values(results.shifts) as { answer: string; answered_by: number | null }[])[0]
  }

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/dashboard'))
  const card = page.getByRole('region', { name: 'No answer yet' })
  await card.getByRole('link', { name: /^(See all \d+|Record their answers)$/ }).click()
  const silent = page.getByRole('region', { name: event.name })
  const rows = silent.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(silent).toContainText('0 of 2 confirmed')

  await rows
    .nth(0)
    .getByRole('button', { name: /^Record the answer/ })
    .click()
  await expectSoundAtEachSize(page)
  await rows
    .nth(0)
    .getByRole('button', { name: /^Comes/ })
    .press('Enter')
  await expect(rows.nth(0).getByRole('status')).toContainText('Confirmed, recorded with your name')
  await expect.poll(async () => (await answerOf(shifts[0]))?.answer).toBe('confirmed')
  expect((await answerOf(shifts[0]))?.answered_by).not.toBeNull()
  await rows.nth(0).getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(async () => (await answerOf(shifts[0]))?.answer).toBe('asked')

  await rows
    .nth(1)
    .getByRole('button', { name: /^Ask for cover/ })
    .click()
  await expect(rows.nth(1).getByRole('status')).toContainText('Seeks cover')
  await expect.poll(async () => (await answerOf(shifts[1]))?.answer).toBe('seeking_cover')
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(rows.getByRole('button', { name: /^Ask for cover/ })).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await page.goto(siteUrl('harbour', '/dashboard'))
  await expectSoundAtEachSize(page)
  await card.getByRole('button', { name: new RegExp(`^Ask for cover: ${people[0]?.name}`) }).press('Enter')
  await expect(card.getByRole('status')).toContainText('Seeks cover')
  await expect.poll(async () => (await answerOf(shifts[0]))?.answer).toBe('seeking_cover')
})
