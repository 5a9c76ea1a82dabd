import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, newMember } from '#tests/e2e/own-member.ts'

const DAY = 86_400_000

test('a coordinator records an answer by phone at a shift, reads its history, and finds someone for an open one', async ({
  page,
  request,
}) => {
  const holder = await newMember(request)
  const admin = client(request, 'harbour', holder.admin)
  const at = (hours: number) => new Date(Date.now() + 90 * DAY + hours * 3_600_000).toISOString()
  const times = { start: at(0), end: at(4) }
  const event = { name: `Thread race ${Date.now().toString(36)}`, ...times }
  const { order: events } = await (await admin.call('POST', '/api/events/', { body: [event] })).json()
  const body = [
    { event: events[0], person: holder.id, ...times },
    { event: events[0], person: null, ...times },
  ]
  const { order: shifts } = await (await admin.call('POST', '/api/shifts/', { body })).json()
  await admin.call('PUT', `/api/events/${events[0]}/publish`)

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${events[0]}/shifts`))
  const head = page.getByRole('main').locator('header').first()
  await expect(head).toContainText('1 of 2 filled 0 confirmed')
  await page.locator(`[data-shift="${shifts[0]}"]`).click()
  const answer = page.getByRole('region', { name: 'Answer', exact: true })
  await expect(answer.getByRole('button', { name: 'No reply' })).toHaveAttribute('aria-pressed', 'true')
  await expect(answer.getByRole('listitem').first()).toContainText('Published by')
  await answer.getByRole('button', { name: 'Coming' }).press('Enter')
  await expect(page.getByText('Confirmed, by phone')).toBeVisible()
  await expect(head).toContainText('1 of 2 filled 1 confirmed')
  await expect(answer.getByRole('listitem').last()).toContainText(/Coming.*recorded by/)
  await answer.getByRole('button', { name: 'Can’t come' }).press('Enter')
  await expect(answer.getByText(/Cover asked for by/)).toBeVisible()
  await expectSoundAtEachSize(page)
  await answer.getByRole('button', { name: 'No reply' }).press('Enter')
  await expect(answer.getByText('Stopped asking')).toBeVisible()

  await page.getByRole('button', { name: 'Close shift' }).click()
  await page.getByRole('button', { name: /^Open No one yet/ }).click()
  const cover = page.getByRole('region', { name: 'Cover', exact: true })
  await cover.getByRole('button', { name: 'Find cover' }).press('Enter')
  await expect(cover.getByRole('link', { name: 'Follow it under Cover' })).toBeVisible()
  const { results } = await (await admin.call('GET', `/api/covers?shift=${shifts[1]}`)).json()
  expect(Object.values(results.covers)).toMatchObject([{ state: 'searching' }])
})

test('coordinators read answers as words in lists, by event and of a person, and find shifts by them', async ({
  page,
  request,
}) => {
  const holder = await newMember(request)
  const admin = client(request, 'harbour', holder.admin)
  const at = (hours: number) => new Date(Date.now() + 2 * DAY + hours * 3_600_000).toISOString()
  const times = { start: at(0), end: at(4) }
  const name = `Listed answers ${Date.now().toString(36)}`
  const { order: events } = await (await admin.call('POST', '/api/events/', { body: [{ name, ...times }] })).json()
  const body = [0, 1, 2].map(() => ({ event: events[0], person: holder.id, ...times }))
  const { order: shifts } = await (await admin.call('POST', '/api/shifts/', { body })).json()
  await admin.call('PUT', `/api/events/${events[0]}/publish`)
  await admin.call('PUT', `/api/shifts/${shifts[1]}/answer`, { body: { answer: 'confirmed' } })
  await admin.call('PUT', `/api/shifts/${shifts[2]}/answer`, { body: { answer: 'declined', cover: false } })

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/shifts?view=all&event=${events[0]}`))
  const rows = page.getByRole('row').filter({ hasText: name })
  for (const word of [/Asked/, /Confirmed/, /Needs cover/]) await expect(rows.filter({ hasText: word })).toHaveCount(1)
  await expectSoundAtEachSize(page)
  const views = page.getByRole('navigation', { name: 'Views of shifts' })
  for (const [tab, word] of [
    ['Not answered', 'Asked'],
    ['Needs cover', 'Needs cover'],
    ['Confirmed', 'Confirmed'],
  ] as const) {
    await views.getByRole('link', { name: tab }).click()
    await page.getByRole('searchbox', { name: 'Search shifts' }).fill(name)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(word)
  }
  expect(page.url()).toContain('view=confirmed')
  const file = await page.getByRole('link', { name: 'Export 1 as CSV' }).getAttribute('href')
  const csv = await page.evaluate(async (to) => (await fetch(to)).text(), file ?? '')
  expect(csv).toMatch(/,answer,[\s\S]*,confirmed,/)

  await page.goto(siteUrl('harbour', `/shifts/by-event?of=${events[0]}`))
  const event = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(name) }) })
  await expect(event.first()).toContainText('1 needs cover')
  await expect(event.getByText('Needs cover, no one asked yet', { exact: true })).toBeVisible()
  await expectSoundAtEachSize(page)

  await page.goto(siteUrl('harbour', '/roster?days=7&show=cover'))
  const signs = (word: string) => page.getByRole('img', { name: word, exact: true }).filter({ visible: true })
  for (const word of ['Asked', 'Confirmed', 'Needs cover, no one asked yet'])
    await expect(signs(word).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Needs cover/ })).toHaveAttribute('aria-pressed', 'true')
  await expectSoundAtEachSize(page)
  await page.goto(siteUrl('harbour', '/roster?days=7&iframe=1'))
  await expect(page.getByRole('region', { name: 'Roster' })).toContainText(name)
  await expect(page.getByRole('img', { name: 'Needs cover' })).toHaveCount(0)

  await page.goto(siteUrl('harbour', `/events/${events[0]}/shifts/list`))
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('list', { name: 'Answers' })).toHaveText('Confirmed: 1 Asked: 1 Needs cover: 1')
  for (const word of ['Asked', 'Confirmed, by phone', 'Needs cover, by phone, no one asked yet'])
    await expect(sheet.getByText(word, { exact: true })).toBeVisible()
  await expectSoundAtEachSize(page)
  await page.getByRole('link', { name: 'Leave out answers' }).click()
  await expect(sheet.getByText('Needs cover')).toHaveCount(0)

  await page.goto(siteUrl('harbour', `/people/${holder.id}/shifts`))
  const own = page.getByRole('region', { name: 'Upcoming shifts' }).getByRole('link')
  for (const word of [/Asked/, /Confirmed/, /Needs cover/]) await expect(own.filter({ hasText: word })).toHaveCount(1)
  await expectSoundAtEachSize(page)
})
