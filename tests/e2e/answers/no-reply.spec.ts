import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, newMember } from '#tests/e2e/own-member.ts'

const HOUR = 3_600_000

test('a coordinator records the answers of people who have not replied, takes one back, and asks for cover', async ({
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
  const rows = page.getByRole('listitem').filter({ hasText: event.name })
  const panel = page.getByRole('region', { name: /^No reply: / })
  const open = (shift: number) => page.goto(siteUrl('harbour', `/todo?kind=silent&item=silent-${shift}`))

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/shifts/no-answer'))
  await expect(page).toHaveURL(/\/todo\?kind=silent$/)
  await expect(rows).toHaveCount(2)

  await open(shifts[0])
  await expect(panel).toContainText('No one is asked more than twice')
  await expectSoundAtEachSize(page)
  await panel.getByRole('button', { name: 'Coming', exact: true }).press('Enter')
  await expect.poll(async () => (await answerOf(shifts[0]))?.answer).toBe('confirmed')
  expect((await answerOf(shifts[0]))?.answered_by).not.toBeNull()
  await expect(rows).toHaveCount(1)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('u')
  await expect.poll(async () => (await answerOf(shifts[0]))?.answer).toBe('asked')

  await open(shifts[1])
  await panel.getByRole('button', { name: 'Find cover' }).click()
  await expect.poll(async () => (await answerOf(shifts[1]))?.answer).toBe('seeking_cover')
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(panel).toBeHidden()
})
