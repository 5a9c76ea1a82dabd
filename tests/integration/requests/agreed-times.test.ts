import { expect } from 'vitest'
import { findFeed } from '#server/calendar/feed/queries.ts'
import { readBoard } from '#server/cover/board/queries.ts'
import { listOwnSearches } from '#server/cover/own.ts'
import { usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { getKioskData } from '#server/kiosks/signing/queries.ts'
import { readPersonMessages } from '#server/messages/history/queries.ts'
import { takeShift } from '#server/open-shifts/commands.ts'
import { getRequest } from '#server/requests/answer/queries.ts'
import { signUp } from '#server/requests/sign-up/commands.ts'
import { getOwnPart } from '#server/requests/sign-up/queries.ts'
import { gridQuery } from '#server/shifts/grid/contract.ts'
import { getGrid } from '#server/shifts/grid/queries.ts'
import { getEventPage } from '#server/shifts/roster.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { listUpcomingShifts } from '#server/shifts/upcoming.ts'
import { listOwnShifts, listSwaps, swapOptionsFor } from '#server/swaps/queries.ts'
import { listToDo } from '#server/todo/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { settle, tell } from '#tests/support/messages/messaging.ts'
import { adminActor, memberActor, type Person } from '#tests/support/world.ts'

const NOW = new Date('2027-06-19T06:00:00Z')
const SPAN = { start: '2027-06-19T09:00:00.000Z', end: '2027-06-19T16:00:00.000Z' }
const ELEVEN = '2027-06-19T11:00:00.000Z'
const THREE = '2027-06-19T15:00:00.000Z'

const iso = ({ start, end }: { start: Date | string; end: Date | string }) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
})

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true }))
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...SPAN })).id)
  .extend('shift', ({ world, site, event, member }) => async (over: Record<string, unknown> = {}) => {
    const shift = { event, person: member.id, draft: '2027-05-01T09:00Z', ...SPAN, ...over }
    return (await world.insert(site, 'shifts', shift)).id
  })
  .extend('asAdmin', async ({ api, site, admin, callApi }) => {
    const headers = await api.signIn(site, admin)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('asMember', async ({ api, site, member, callApi }) => {
    const headers = await api.signIn(site, member)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('agreedOn', ({ asAdmin }) => async (id: number) => {
    const { modified_start, modified_end } = (await asAdmin('GET', `/shifts/${id}`)).body.results.shifts[id]
    return [modified_start, modified_end].map((at) => at && new Date(at).toISOString())
  })

test('an admin agrees times with a person; they are null where they equal the shift’s, and for a new person', async ({
  world,
  site,
  shift,
  asAdmin,
  agreedOn,
}) => {
  const id = await shift()
  expect(await agreedOn(id)).toEqual([null, null])
  expect((await asAdmin('PUT', '/shifts', { id, modified_start: ELEVEN, modified_end: SPAN.end })).status).toBe(200)
  expect(await agreedOn(id)).toEqual([ELEVEN, null])
  const other = await world.makePerson(site)
  await asAdmin('PUT', '/shifts', { id, person: other.id })
  expect(await agreedOn(id)).toEqual([null, null])
  await asAdmin('PUT', '/shifts', { id, modified_end: THREE })
  await asAdmin('PUT', '/shifts', { id, person: null })
  expect(await agreedOn(id)).toEqual([null, null])
})

test('times outside the shift are refused at their field', async ({ shift, asAdmin, asMember }) => {
  const id = await shift()
  const put = (fields: object) => asAdmin('PUT', '/shifts', { id, ...fields })
  expect(await put({ modified_start: SPAN.end })).toMatchObject({
    status: 400,
    body: { modified_start: [expect.any(String)] },
  })
  expect(await put({ modified_start: THREE, modified_end: ELEVEN })).toMatchObject({
    status: 400,
    body: { modified_end: ['Must be after the start.'] },
  })
  expect((await asMember('PUT', '/shifts', { id, modified_start: ELEVEN })).status).toBe(403)
})

test('roster, grid, dashboard, feed and kiosk show the person’s times; the editor has both', async ({
  world,
  site,
  event,
  member,
  shift,
}) => {
  const id = await shift({ modified_start: ELEVEN, modified_end: THREE })
  const own = { start: ELEVEN, end: THREE }
  await world.act(site, memberActor(member), async (ctx) => {
    const { db } = ctx
    const page = await getEventPage(db, { event, reader: { person: member.id } })
    expect(page.shifts.map(iso)).toEqual([own])
    const grid = await getGrid(db, { query: gridQuery.parse({}), zone: 'UTC', now: NOW })
    expect(grid.value().shifts.map(iso)).toEqual([own])
    expect((await listUpcomingShifts(db, { person: member.id, now: NOW })).map(iso)).toEqual([own])
    const kiosk = await getKioskData(ctx, { id: 1, name: 'Door' })
    expect(iso(kiosk.results.shifts[id]!)).toEqual(own)
    const editor = await getRosterEditor(db, { event, zone: 'UTC' })
    expect(editor.shifts).toMatchObject([
      { start: '2027-06-19T09:00', modified_start: '2027-06-19T11:00', modified_end: '2027-06-19T15:00' },
    ])
  })
  await world.insert(site, 'calendar_feeds', { person: member.id, secret: 'x'.repeat(43) })
  const feed = await world.withSite(site.id, (db) => findFeed(db, 'x'.repeat(43), NOW))
  expect(feed?.entries).toMatchObject([{ start: new Date(ELEVEN), end: new Date(THREE) }])
})

test('the silent, the cover board and an own search show the person’s times', async ({
  world,
  site,
  admin,
  member,
  shift,
}) => {
  await shift({ modified_start: ELEVEN, modified_end: THREE })
  const evening = { start: '2027-06-19T17:00:00.000Z', end: '2027-06-19T23:00:00.000Z' }
  const own = { ...evening, start: '2027-06-19T19:00:00.000Z' }
  const seeking = { answer_state: 'seeking_cover', answered_at: NOW }
  const sought = await shift({ ...evening, modified_start: own.start, ...seeking })
  await world.insert(site, 'covers', { shift: sought, person: member.id, started_at: NOW, next_rung_at: evening.start })
  await world.superuser.query(
    `insert into core.people (site_id, name, email) select $1, 'Helper ' || i, 'helper' || i || '@example.org' from generate_series(1, 11) i`,
    [site.id],
  )
  await world.act(site, adminActor(admin), async (ctx) => {
    expect((await listToDo(ctx, { kind: 'silent', limit: 5 })).items).toMatchObject([{ start: ELEVEN }])
    const { gaps, gap } = await readBoard(ctx, null)
    expect([...gaps, gap!].map(iso)).toEqual([own, own])
    // Everyone is asked together when less than twelve hours are left, which the search counts to the shift's own
    // start.
    expect(gap!.asks_now).toBe(gap!.candidates.length)
    expect(gap!.asks_now).toBeGreaterThan(10)
  })
  const searches = await world.withSite(site.id, (db) => listOwnSearches(db, { person: member.id, now: NOW }))
  expect(searches.map(iso)).toEqual([own])
})

test('the Emails tab shows the person’s times, and the shift’s to its previous person', async ({
  world,
  site,
  admin,
  member,
  shift,
}) => {
  const ann = await world.makePerson(site, { email_reminders: true })
  const times = { start: '2027-06-29T09:00:00.000Z', end: '2027-06-29T16:00:00.000Z' }
  const agreed = '2027-06-29T11:00:00.000Z'
  const id = await shift({ ...times, person: ann.id, modified_start: agreed })
  for (const person of [ann.id, member.id]) {
    const sent = { kind: 'shift.assigned', channel: 'email', state: 'sent', due_at: NOW, sent_at: NOW }
    await world.insert(site, 'deliveries', { person, shift: id, ...sent })
  }
  await world.act(site, adminActor(admin), async (ctx) => {
    const startsOf = async (person: number) => {
      const { planned, lines } = await readPersonMessages(ctx, person, { shown: 'all', offset: 0 })
      return { planned: [...new Set(planned.map(({ start }) => start))], sent: lines.map(({ start }) => start) }
    }
    expect(await startsOf(ann.id)).toEqual({ planned: [agreed], sent: [agreed] })
    expect(await startsOf(member.id)).toEqual({ planned: [], sent: [times.start] })
  })
})

test('in a swap a person gives their own times and gets the shift’s', async ({
  world,
  site,
  member,
  shift,
  asMember,
}) => {
  const bob = await world.makePerson(site, { name: 'Bob' })
  const july = (day: number) => ({ start: `2027-07-0${day}T09:00:00.000Z`, end: `2027-07-0${day}T16:00:00.000Z` })
  const agreed = (day: number) => ({ ...july(day), start: `2027-07-0${day}T11:00:00.000Z` })
  const given = await shift({ ...july(3), modified_start: agreed(3).start })
  const got = await shift({ ...july(4), person: bob.id, modified_start: agreed(4).start })
  const read = (person: Person) =>
    world.act(site, memberActor(person), async (ctx) => {
      const { shifts } = await listSwaps(ctx, { limit: 9, offset: 0 })
      return {
        own: (await listOwnShifts(ctx)).map(iso),
        named: [given, got].map((id) => shifts[id] && iso(shifts[id])),
      }
    })
  const swap = { shift: given, kind: 'swap', for: got }
  expect((await asMember('POST', '/swaps', swap)).status).toBe(201)
  expect(await read(member)).toEqual({ own: [agreed(3)], named: [agreed(3), july(4)] })
  expect(await read(bob)).toEqual({ own: [agreed(4)], named: [july(3), agreed(4)] })
  const { rows } = await world.superuser.query(
    "select facts -> 'shifts' as shown from core.deliveries where person = $1 and kind = 'swap.asked' and channel = 'email'",
    [bob.id],
  )
  expect(rows[0].shown).toMatchObject([
    { label: 'You get', ...july(3) },
    { label: 'You give', ...agreed(4) },
  ])
})

test('a person whose shift overlaps the one they would get can swap directly, whatever times its person had', async ({
  world,
  site,
  member,
  shift,
}) => {
  const bob = await world.makePerson(site, { name: 'Bob' })
  const other = await world.insert(site, 'events', { name: 'Early', ...SPAN })
  const given = await shift({ modified_start: ELEVEN })
  const early = await shift({ event: other.id, person: bob.id, end: '2027-06-19T10:00:00Z' })
  const { shifts } = await world.act(site, memberActor(member), (ctx) => swapOptionsFor(ctx, given))
  expect(shifts).toMatchObject([{ id: early, direct: true }])
})

test('a person who leaves one shift early can be on another one after it', async ({
  world,
  site,
  event,
  member,
  shift,
}) => {
  await shift({ modified_end: ELEVEN })
  const other = await shift({ person: null, start: ELEVEN })
  await world.act(site, memberActor(member), (ctx) => takeShift(ctx, other))
  const grid = await world.withSite(site.id, (db) => getGrid(db, { query: gridQuery.parse({}), zone: 'UTC', now: NOW }))
  expect(grid.value().shifts.map(({ clash }) => clash)).toEqual([null, null])
  expect(event).toBeGreaterThan(0)
})

test('a shift is taken for some of its time, and a request passes its times on', async ({
  world,
  site,
  event,
  member,
  shift,
  asMember,
  asAdmin,
  agreedOn,
}) => {
  const taken = await shift({ person: null, end: ELEVEN })
  const take = (asked: object) => world.act(site, memberActor(member), (ctx) => takeShift(ctx, taken, asked))
  await expect(take({ modified_start: '2027-06-19T12:00:00Z' })).rejects.toThrow('Must be within the shift.')
  await take({ modified_start: '2027-06-19T10:00:00Z' })
  expect(await agreedOn(taken)).toEqual(['2027-06-19T10:00:00.000Z', null])

  const wanted = await shift({ person: null, end: THREE })
  const asked = { event, modified_start: ELEVEN, modified_end: '2027-06-19T15:30:00Z' }
  const { body } = await asMember('POST', '/requests/batch', [asked])
  const [request] = Object.keys(body.results.requests)
  // The requested end is after the shift's, so the shift's holds, and the answer says so.
  expect(await asAdmin('PUT', `/requests/${request}/assign`, { shift: wanted, times: true })).toMatchObject({
    status: 200,
    body: { modified_start: ELEVEN, modified_end: null },
  })
  expect(await agreedOn(wanted)).toEqual([ELEVEN, null])
})

test('a request asks for times within its event, by every call', async ({ world, site, event, asMember, asAdmin }) => {
  const within = { modified_start: ELEVEN, modified_end: THREE }
  const refused = [
    [{ modified_start: '2020-01-01T00:00:00Z' }, { modified_start: ['Must be within the event.'] }],
    [{ modified_start: SPAN.end }, { modified_start: ['Must be within the event.'] }],
    [{ modified_end: '2027-06-19T19:00:00Z' }, { modified_end: ['Must be within the event.'] }],
    [{ modified_end: SPAN.start }, { modified_end: ['Must be within the event.'] }],
    [{ modified_start: THREE, modified_end: ELEVEN }, { modified_end: ['Must be after the start.'] }],
  ] as const
  for (const call of [asMember, asAdmin])
    for (const path of ['/requests', '/requests/batch'])
      for (const [times, problem] of refused) {
        const { status, body } = await call('POST', path, [{ event, ...times }])
        expect([status, body], `${path} ${JSON.stringify(times)}`).toEqual([400, problem])
      }

  const timesOf = async (id: unknown) => {
    const { modified_start, modified_end } = (await asAdmin('GET', `/requests/${id}`)).body.results.requests[Number(id)]
    return { modified_start, modified_end }
  }
  for (const path of ['/requests', '/requests/batch']) {
    const whole = (await world.insert(site, 'events', { name: 'Race', ...SPAN })).id
    const { body } = await asMember('POST', path, [
      { event: whole, modified_start: SPAN.start, modified_end: SPAN.end },
    ])
    // The event's own times are stored as no wish.
    expect(await timesOf(Object.keys(body.results.requests)[0]), path).toEqual({
      modified_start: null,
      modified_end: null,
    })
  }

  const request = await world.insert(site, 'requests', { event, person: (await world.makePerson(site)).id, ...within })
  const put = (fields: object) => asAdmin('PUT', '/requests', { id: request.id, ...fields })
  expect(await put({ modified_end: '2027-06-20T09:00:00Z' })).toMatchObject({ status: 400, body: refused[2][1] })
  // A wish whose event has moved since stays unchanged.
  await world.withSite(
    site.id,
    (db) =>
      db
        .updateTable('events')
        .set({ start: new Date(THREE) })
        .where('id', '=', event)
        .execute(),
    { access: 'write' },
  )
  expect((await put({ ...within, comments: 'Happy to help' })).status).toBe(200)
  expect(await timesOf(request.id)).toEqual(within)
})

test('a change of the agreed times notifies the person, with the new times', async ({
  world,
  site,
  member,
  shift,
  asAdmin,
}) => {
  const id = await shift({ start: '2027-06-29T09:00:00Z', end: '2027-06-29T16:00:00Z' })
  await tell(world, site, id, member)
  await asAdmin('PUT', '/shifts', { id, modified_start: '2027-06-29T11:00:00Z' })
  await settle(world)
  const { rows } = await world.superuser.query(
    "select facts -> 'before' ->> 'start' as was, start_local_date::text from core.deliveries where site_id = $1 and kind = 'shift.changed' and channel = 'email'",
    [site.id],
  )
  expect(rows).toMatchObject([{ was: '2027-06-29T09:00:00.000Z', start_local_date: '2027-06-29' }])
})

test('a sign-up asks for times within the event; the coordinator sees them, and grants them or not', async ({
  world,
  site,
  event,
  member,
  shift,
  asAdmin,
  agreedOn,
}) => {
  const ask = (times: object) =>
    world.act(site, memberActor(member), (ctx) =>
      signUp(ctx, { event, comments: '', assignment: null, role: null, ...times }),
    )
  await expect(ask({ modified_start: '2027-06-20T11:00:00Z' })).rejects.toThrow('Must be within the event.')
  await ask({ modified_start: ELEVEN, modified_end: THREE })
  await ask({})
  const own = await world.withSite(site.id, (db) => getOwnPart(db, { event, person: member.id, day: '2027-06-19' }))
  const { id: request, modified_start, modified_end } = own.request!
  expect([modified_start, modified_end].map((at) => new Date(at!).toISOString())).toEqual([ELEVEN, THREE])
  const detail = await world.withSite(site.id, (db) => getRequest(db, { request, clock: usualClock('UTC', NOW) }))
  expect(new Date(detail.request.modified_start!).toISOString()).toBe(ELEVEN)

  const wanted = await shift({ person: null })
  const assign = (times?: boolean) => asAdmin('PUT', `/requests/${request}/assign`, { shift: wanted, times })
  const refused = await assign(false)
  expect(refused.status).toBe(200)
  expect(await agreedOn(wanted)).toEqual([null, null])
  expect(refused.body).toMatchObject({ modified_start: null, modified_end: null })
  const { notifies: _, ...undo } = refused.body
  expect((await asAdmin('PUT', `/requests/${request}/undo`, undo)).status).toBe(200)
  const agreed = { status: 200, body: { shift: wanted, modified_start: ELEVEN, modified_end: THREE } }
  expect(await assign(true)).toMatchObject(agreed)
  expect(await agreedOn(wanted)).toEqual([ELEVEN, THREE])
  expect(await assign()).toMatchObject(agreed)
})

test('undoing the deletion of a person restores their agreed times', async ({
  world,
  site,
  event,
  asAdmin,
  agreedOn,
}) => {
  const leaver = await world.makePerson(site)
  const { id } = await world.insert(site, 'shifts', {
    event,
    person: leaver.id,
    draft: '2027-05-01T09:00Z',
    ...SPAN,
    modified_start: ELEVEN,
  })
  const { confirm } = (await asAdmin('DELETE', `/people/${leaver.id}/`)).body
  const removed = await asAdmin('POST', '/people/bulk', { ids: [leaver.id], remove: true, confirm })
  expect(removed.status).toBe(200)
  expect(await agreedOn(id)).toEqual([null, null])
  expect((await asAdmin('POST', '/people/undo', { token: removed.body.undo.token })).status).toBe(200)
  expect(await agreedOn(id)).toEqual([ELEVEN, null])
})
