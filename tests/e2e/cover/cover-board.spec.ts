import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, newMember } from '#tests/e2e/own-member.ts'

const DAY = 86_400_000

test('a coordinator sees a gap on the board, asks someone now, pauses, resumes and stops', async ({
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
  await expect(page.getByText('Paused. People already asked can still say yes.')).toBeVisible()
  expect(await state()).toBe('paused')
  await page.getByRole('button', { name: 'Resume' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await admin.call('POST', `/api/covers/${search?.id}/ask`, { body: { person: helper.id } })
  await page.reload()
  await expect(page.getByText(/No reply, asked/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await expect.poll(state).toBe('stopped')
})

test('a coordinator starts searches for all open shifts of an event, and widens one that has no one left to ask', async ({
  page,
  request,
}) => {
  const helper = await newMember(request)
  const admin = client(request, 'harbour', helper.admin)
  const stamp = Date.now().toString(36)
  const add = async (what: string, row: object) => {
    const { order } = await (await admin.call('POST', `/api/${what}/`, { body: [row] })).json()
    return order[0] as number
  }
  const at = (hours: number) => new Date(Date.now() + 1.5 * DAY + hours * 3_600_000).toISOString()
  const times = { start: at(0), end: at(4) }
  const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)
  const competency = await add('competencies', { name: `Crane ${stamp}`, valid_months: 12 })
  const role = await add('roles', { name: `Crane ${stamp}`, required_competencies: [competency] })
  await add('records', { person: helper.id, competency, achieved: day(380) })
  const name = `Crane day ${stamp}`
  const event = await add('events', { name, ...times })
  const shifts = [await add('shifts', { event, role, ...times }), await add('shifts', { event, role, ...times })]
  await admin.call('PUT', `/api/events/${event}/publish`)

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/cover'))
  // Only the first week is unfolded; at a weekend the day is in the next one.
  const week = page.locator('details', { hasText: name })
  if ((await week.getAttribute('open')) === null) await week.locator('summary').click()
  await page.getByRole('button', { name: `Ask for all 2… ${name}` }).click()
  await expect(page.getByRole('dialog')).toContainText(/^.*2 shifts: for each/)
  await page.getByRole('dialog').getByRole('button', { name: 'Start asking' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  const searches = async () => {
    const { results } = await (await admin.call('GET', `/api/covers?limit=-1`)).json()
    const all = Object.values(results.covers) as { id: number; shift: number; state: string }[]
    return all.filter(({ shift }) => shifts.includes(shift))
  }
  await expect.poll(async () => (await searches()).length).toBe(2)
  const [search] = await searches()
  await admin.call('PUT', `/api/covers/${search?.id}/advance`)
  await expect.poll(async () => (await searches())[0]?.state).toBe('exhausted')
  await page.goto(siteUrl('harbour', `/cover?gap=${search?.id}`))
  await expect(page.getByRole('heading', { name: 'What would help' })).toBeVisible()
  await expectSoundAtEachSize(page)
  await page.getByRole('button', { name: 'Call off the event…' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: `Call off ${name}?` })
  await expect(sheet.getByText('not reached')).toBeVisible()
  await sheet.getByRole('button', { name: 'Keep it on' }).press('Enter')
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: /^Ask them: 1 person whose certificate ran out/ }).press('Enter')
  await expect(page.getByText(/No reply, asked/)).toBeVisible()
  expect((await searches())[0]?.state).toBe('searching')
})
