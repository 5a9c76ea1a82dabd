import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, newMember, OWN_PASSWORD, signInAs } from '#tests/e2e/own-member.ts'

const DAY = 86_400_000

test('a member joins a waiting list, is offered the shift that opens on hold, and takes it', async ({
  page,
  request,
}) => {
  const [holder, member] = [await newMember(request), await newMember(request)]
  const admin = client(request, 'harbour', holder.admin)
  const make = async (collection: string, body: object) =>
    (await (await admin.call('POST', `/api/${collection}/`, { body: [body] })).json()).order[0] as number
  const at = (hours: number) => new Date(Date.now() + 80 * DAY + hours * 3_600_000).toISOString()
  const times = { start: at(0), end: at(4) }
  const duty = `Patrol ${Date.now().toString(36)}`
  const assignment = await make('assignments', { name: duty })
  const event = await make('events', { name: 'Winter patrol', ...times })
  const shift = await make('shifts', { event, assignment, person: holder.id, ...times })
  await admin.call('PUT', `/api/events/${event}/publish`)

  await signInAs(page, member.email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  const part = page.getByRole('region', { name: 'Your part' })
  await part.getByRole('radio', { name: `${duty} Full · join the waiting list (you’d be first)` }).check()
  await expect(part.getByText('Join the waiting list and you’ll be asked first.')).toBeVisible()
  await part.getByRole('button', { name: 'Count me in' }).press('Enter')
  await expect(part.getByText(`You are 1st on the waiting list for ${duty}`)).toBeVisible()
  await expectSoundAtEachSize(page)

  await admin.call('PUT', '/api/shifts/', { body: [{ id: shift, person: null }] })
  const waiting = await (await admin.call('GET', `/api/waiting?event=${event}`)).json()
  const offered = await admin.call('PUT', `/api/waiting/${waiting.order[0]}/offer`, { body: { shift } })
  expect([200, 204, 409]).toContain(offered.status())
  await page.goto(siteUrl('harbour', '/dashboard'))
  const card = page.getByRole('region', { name: 'Needs your answer' })
  // The product writes each month in three letters.
  const day = new Date(times.start).toLocaleDateString('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'Europe/London' },
  })
  const take = card.getByRole('button', {
    name: `Take the shift: ${duty}, ${day.replace(',', '').replace('Sept', 'Sep')}`,
  })
  await expect(take).toBeVisible()
  await expectSoundAtEachSize(page)
  await admin.call('PUT', '/api/shifts/', { body: [{ id: shift, person: holder.id }] })
  await take.click()
  await expect(card.getByRole('alert')).toHaveText(/.+/)
  await expect(take).toBeHidden()
  await admin.call('PUT', '/api/shifts/', { body: [{ id: shift, person: null }] })
  await admin.call('PUT', `/api/waiting/${waiting.order[0]}/offer`, { body: { shift } })
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await expect(part.getByText('A shift is free, held for you')).toBeVisible()
  await expect(part.getByRole('button', { name: `Leave the list for ${duty}` })).toBeVisible()
  await expectSoundAtEachSize(page)
  await part.getByRole('button', { name: /^Take the shift/ }).press('Enter')
  await expect(part.getByText('You’re on')).toBeVisible()
  await page.getByText(`You’re on: ${duty}.`).locator('..').getByRole('button', { name: 'Undo' }).press('Enter')
  await part.getByRole('button', { name: /^Take the shift/ }).press('Enter')
  await expect(part.getByText('You’re on')).toBeVisible()
  const { results } = await (await admin.call('GET', `/api/shifts?id=${shift}`)).json()
  expect(results.shifts[shift]).toMatchObject({ person: member.id, answer: 'confirmed' })
})

test('a coordinator offers an open shift from the waiting list, and removes a person from it', async ({
  page,
  request,
}) => {
  const [holder, ...members] = [await newMember(request), await newMember(request), await newMember(request)]
  const admin = client(request, 'harbour', holder!.admin)
  const make = async (collection: string, body: object) =>
    (await (await admin.call('POST', `/api/${collection}/`, { body: [body] })).json()).order[0] as number
  const at = (hours: number) => new Date(Date.now() + 82 * DAY + hours * 3_600_000).toISOString()
  const times = { start: at(0), end: at(4) }
  const assignment = await make('assignments', { name: `Slip ${Date.now().toString(36)}` })
  const event = await make('events', { name: 'Laying up', ...times })
  const shift = await make('shifts', { event, assignment, person: holder!.id, ...times })
  await admin.call('PUT', `/api/events/${event}/publish`)
  for (const { email } of members) {
    const signedIn = await client(request, 'harbour').call('POST', '/api/auth/login', {
      body: { email, password: OWN_PASSWORD },
    })
    const { access } = await signedIn.json()
    const body = { event, assignment }
    expect((await client(request, 'harbour', access).call('POST', '/api/waiting', { body })).status()).toBe(201)
  }
  await admin.call('PUT', '/api/shifts/', { body: [{ id: shift, person: null }] })

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${event}/shifts`))
  await expect(page.getByText('2 waiting')).toBeVisible()
  await page.locator(`[data-shift="${shift}"]`).click()
  await page.keyboard.press('Escape')
  const list = page.getByRole('region', { name: 'Waiting list' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list
    .getByRole('button', { name: /^Offer the shift to / })
    .last()
    .press('Enter')
  await expect(list.getByText(/On hold until/)).toBeVisible()
  await expectSoundAtEachSize(page)
  await list
    .getByRole('button', { name: /^Remove .* from the waiting list/ })
    .first()
    .press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  const left = await (await admin.call('GET', `/api/waiting?event=${event}`)).json()
  expect(Object.values(left.results.waiting)).toMatchObject([{ person: members[1]!.id, offered_shift: shift }])
})

test('where an assignment is full, other events are offered first, and without a list nothing is joined', async ({
  page,
  request,
}) => {
  const [holder, member] = [await newMember(request), await newMember(request)]
  const admin = client(request, 'harbour', holder.admin)
  const make = async (collection: string, body: object) =>
    (await (await admin.call('POST', `/api/${collection}/`, { body: [body] })).json()).order[0] as number
  const at = (days: number, hours: number) => new Date(Date.now() + days * DAY + hours * 3_600_000).toISOString()
  const [full, later] = [
    { start: at(120, 0), end: at(120, 4) },
    { start: at(122, 0), end: at(122, 4) },
  ]
  const duty = `Ferry ${Date.now().toString(36)}`
  const assignment = await make('assignments', { name: duty })
  const event = await make('events', { name: 'Island trip', ...full })
  await make('shifts', { event, assignment, person: holder.id, ...full })
  const other = await make('events', { name: 'Second island trip', ...later })
  await make('shifts', { event: other, assignment, ...later })
  for (const id of [event, other]) await admin.call('PUT', `/api/events/${id}/publish`)

  await signInAs(page, member.email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  const part = page.getByRole('region', { name: 'Your part' })
  await expect(part.getByText('You could also do:')).toBeVisible()
  const instead = part.getByRole('link', { name: `${duty}, Second island trip` })
  await expect(part.getByText('join the waiting list').first()).toBeVisible()
  await expectSoundAtEachSize(page)
  await admin.call('PUT', `/api/assignments/${assignment}/`, { body: { waiting_list: false } })
  await page.reload()
  await expect(part.getByText(`${duty} is full.`)).toBeVisible()
  await expect(part.getByText('join the waiting list')).toHaveCount(0)
  await expectSoundAtEachSize(page)
  await instead.click()
  await expect(page).toHaveURL(new RegExp(`/events/${other}$`))
  await page.goto(siteUrl('harbour', '/dashboard'))

  await page.context().clearCookies()
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/assignments/${assignment}`))
  const list = page.getByRole('checkbox', { name: 'Waiting list' })
  await expect(list).not.toBeChecked()
  await expect(page.getByText(/people who already wait keep their place/)).toBeVisible()
  for (const id of [event, other]) await admin.call('DELETE', `/api/events/${id}/?confirm=1`)
  await admin.call('DELETE', `/api/assignments/${assignment}/`)
})
