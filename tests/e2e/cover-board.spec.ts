import { client } from './api-client.ts'
import { enter, expect, siteUrl, test } from './fixtures.ts'
import { expectSoundAtEachSize, newMember } from './own-member.ts'

const DAY = 86_400_000

test('a coordinator sees a gap on the board, asks somebody now, pauses, goes on and stops', async ({
  page,
  request,
}) => {
  const [holder, helper] = [await newMember(request), await newMember(request)]
  const admin = client(request, 'harbour', holder.admin)
  const at = (hours: number) => new Date(Date.now() + 70 * DAY + hours * 3_600_000).toISOString()
  const times = { start: at(0), end: at(4) }
  const event = { name: `Board race ${Date.now().toString(36)}`, ...times }
  const { order: events } = await (await admin.call('POST', '/api/events/', { body: [event] })).json()
  const body = [{ event: events[0], person: holder.id, ...times }]
  const { order: shifts } = await (await admin.call('POST', '/api/shifts/', { body })).json()
  await admin.call('PUT', `/api/events/${events[0]}/publish`)
  const answer = { answer: 'declined', reason: 'A wedding' }
  expect((await admin.call('PUT', `/api/shifts/${shifts[0]}/answer`, { body: answer })).status()).toBe(200)

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/cover'))
  await page
    .getByRole('link', { name: new RegExp(event.name) })
    .first()
    .click()
  await expect(page.getByText('“A wedding”')).toBeVisible()
  await expectSoundAtEachSize(page)
  const { results } = await (await admin.call('GET', `/api/covers?shift=${shifts[0]}`)).json()
  const [search] = Object.values(results.covers) as { id: number }[]
  const state = async () => {
    const read = await (await admin.call('GET', `/api/covers?shift=${shifts[0]}`)).json()
    return (Object.values(read.results.covers) as { state: string }[])[0]?.state
  }
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(page.getByText('Paused. Those who were asked may still say yes.')).toBeVisible()
  expect(await state()).toBe('paused')
  await page.getByRole('button', { name: 'Resume' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await admin.call('POST', `/api/covers/${search?.id}/ask`, { body: { person: helper.id } })
  await page.reload()
  await expect(page.getByText(/No answer, asked/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await expect.poll(state).toBe('stopped')
})
