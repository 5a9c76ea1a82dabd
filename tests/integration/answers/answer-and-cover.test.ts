import { expect } from 'vitest'
import { askPeopleNow, startSearch } from '#server/cover/control.ts'
import { moveCovers } from '#server/cover/tick.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { test as base, forged, SHIFT_START, tokenIn } from '#tests/support/answer-links.ts'
import { adminActor, log } from '#tests/support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const COVER_LINK = /\/cover\/([\w.-]+)/

const test = base
  .extend('covering', ({ world, site }) => world.makePerson(site, { name: 'Helen Cover' }))
  /** The people who could cover: the admin opts out. */
  .extend('asked', async ({ world, admin, covering, site }) => {
    await world.superuser.query('update core.people set cover_requests = false where id = $1', [admin.id])
    return [covering, await world.makePerson(site, { name: 'Ben Slow' })]
  })
  .extend('climb', ({ world }) => () => {
    // No one is asked while the answer can be undone.
    world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
    return moveCovers({ pool: world.pool('worker'), clock: world.clock, log })
  })
  /** The admin starts a search for a shift and asks Helen. */
  .extend(
    'askCovering',
    ({ world, site, admin, covering }) =>
      (shift: number) =>
        world.act(site, adminActor(admin), async (ctx) => {
          const { id } = await startSearch(ctx, shift)
          await askPeopleNow(ctx, id, [covering.id])
        }),
  )

test('a no by the link of a mail asks others, and the first yes by a link gets the shift', async ({
  world,
  member,
  covering,
  asked,
  callApi,
  shiftOf,
  outbox,
  climb,
  answersOf,
}) => {
  const shift = await shiftOf(member)
  world.clock.set(new Date(Date.parse(SHIFT_START) - 7 * DAY))
  const [reminder] = (await outbox()).mails
  expect((await callApi('POST', `/answers/${tokenIn(reminder!)}`, {}, { answer: 'declined' })).status).toBe(200)
  expect(await answersOf(shift)).toMatchObject({ answer: 'seeking_cover', person: member.id })

  await climb()
  const requests = (await outbox()).mails.filter(({ kind }) => kind === 'cover.asked')
  expect(requests.map(({ to }) => to).sort()).toEqual(asked.map(({ email }) => email).sort())
  const tokenOf = (email: string) => COVER_LINK.exec(requests.find(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
  const path = `/coverasks/token/${tokenOf(covering.email)}`

  for (const method of ['GET', 'HEAD']) expect((await callApi(method, path)).status).toBe(200)
  const page = (await callApi('GET', path)).body
  expect(page).toMatchObject({ state: 'open', person: { first_name: 'Helen' }, asked: 2 })
  expect(JSON.stringify(page)).not.toContain(member.name)
  expect(await answersOf(shift)).toMatchObject({ answer: 'seeking_cover', person: member.id })

  expect((await callApi('POST', path, {}, { answer: 'yes' })).body).toMatchObject({ state: 'yours' })
  expect(await answersOf(shift)).toMatchObject({ answer: 'confirmed', person: covering.id })
  const kinds = (await outbox()).mails.map(({ to, kind }) => `${to} ${kind}`).sort()
  expect(kinds).toEqual([`${asked[1]!.email} cover.taken`, `${member.email} cover.found`].sort())

  const late = await callApi('POST', `/coverasks/token/${tokenOf(asked[1]!.email)}`, {}, { answer: 'yes' })
  expect(late).toMatchObject({ status: 409, body: { detail: 'Just taken. Thank you for offering.', instead: [] } })
  expect((await callApi('GET', `/answers/${tokenIn(reminder!)}`)).status).toBe(404)
  world.clock.set(new Date(Date.parse(SHIFT_START) - DAY))
  expect((await outbox()).mails.map(({ to, kind }) => `${to} ${kind}`)).toEqual([`${covering.email} reminder.day`])
})

test('the mail has a button for each answer and an opt-out, and the page makes no false claims', async ({
  world,
  site,
  member,
  covering,
  askCovering,
  callApi,
  shiftOf,
  outbox,
}) => {
  const competency = await world.insert(site, 'competencies', { name: 'Powerboat' })
  const assignment = await world.insert(site, 'assignments', { name: 'Safety boat' })
  const role = await world.insert(site, 'roles', { name: 'Helm', required_competencies: [competency.id] })
  const shift = await shiftOf(member, { assignment: assignment.id, role: role.id })
  await askCovering(shift)
  const mail = (await outbox()).mails.find(({ kind, to }) => kind === 'cover.asked' && to === covering.email)!
  expect(mail.text).toMatch(/I’ll do it:\nhttps:\S+\/cover\/\S+\?answer=yes\n/)
  expect(mail.text).toMatch(/Not this time:\nhttps:\S+\/cover\/\S+\?answer=no\n/)
  expect(mail.text).toMatch(/Stop being asked to cover:\nhttps:\S+\/profile\/emails\/[\w-]{40,}\?stream=cover\n/)
  const why = ['You have no other shift at that time.', 'You haven’t been asked to cover before.']
  expect(mail.text.replaceAll('\n', ' ')).toContain(`A coordinator is asking you. ${why.join(' ')}`)
  const { body } = await callApi('GET', `/coverasks/token/${COVER_LINK.exec(mail.text)?.[1]}`)
  expect(body.why).toEqual(why)
})

test('a request states the shift’s own times, which a yes gives, and its person reads of their agreed ones', async ({
  world,
  site,
  member,
  covering,
  askCovering,
  callApi,
  shiftOf,
  outbox,
}) => {
  const agreed = new Date(Date.parse(SHIFT_START) + HOUR)
  const shift = await shiftOf(member, { modified_start: agreed.toISOString() })
  await askCovering(shift)
  const mails = await outbox()
  const token = COVER_LINK.exec(mails.mails.find(({ to }) => to === covering.email)?.text ?? '')?.[1]
  const { body } = await callApi('POST', `/coverasks/token/${token}`, {}, { answer: 'yes' })
  expect(body).toMatchObject({ state: 'yours', shift: { start: new Date(SHIFT_START).toISOString() } })
  await outbox()
  const { rows } = await world.superuser.query(
    `select distinct kind, facts -> 'times' ->> 'at' as at, facts -> 'shifts' -> 0 ->> 'start' as shown from core.deliveries
     where site_id = $1 and kind in ('cover.asked', 'cover.found') and channel = 'email' and state = 'sent' order by kind`,
    [site.id],
  )
  const [own, theirs] = [new Date(SHIFT_START).toISOString(), agreed.toISOString()]
  expect(rows).toEqual([
    { kind: 'cover.asked', at: own, shown: own },
    { kind: 'cover.found', at: theirs, shown: theirs },
  ])
})

test('a person who can come after all ends the search, and no one else is asked', async ({
  world,
  member,
  asked,
  answerAs,
  shiftOf,
  outbox,
  climb,
}) => {
  expect(asked).toHaveLength(2)
  const shift = await shiftOf(member)
  await answerAs(member, shift, { answer: 'declined' })
  const searches = async () => {
    const { rows } = await world.superuser.query('select state, ended from core.covers where shift = $1', [shift])
    return rows
  }
  expect(await searches()).toEqual([{ state: 'searching', ended: null }])
  await answerAs(member, shift, { answer: 'confirmed' })
  expect(await searches()).toEqual([{ state: 'stopped', ended: 'can_come' }])
  await climb()
  expect((await outbox()).mails.filter(({ kind }) => kind.startsWith('cover.'))).toEqual([])
})

test('invitees are thanked when the person can come after all, and their link says so', async ({
  api,
  site,
  world,
  member,
  asked,
  callApi,
  shiftOf,
  outbox,
  climb,
}) => {
  const shift = await shiftOf(member)
  const headers = await api.signIn(site, member)
  await callApi('PUT', `/shifts/${shift}/answer`, headers, { answer: 'declined' })
  await climb()
  const [request] = (await outbox()).mails.filter(({ kind }) => kind === 'cover.asked')
  await callApi('PUT', `/shifts/${shift}/answer`, headers, { answer: 'confirmed' })
  expect((await outbox()).mails).toEqual([])
  world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
  const thanks = (await outbox()).mails.filter(({ kind }) => kind === 'cover.taken')
  expect(thanks.map(({ to }) => to).sort()).toEqual(asked.map(({ email }) => email).sort())
  expect(thanks[0]?.subject).toContain('No longer needed')
  const path = `/coverasks/token/${COVER_LINK.exec(request?.text ?? '')?.[1]}`
  expect((await callApi('GET', path)).body).toMatchObject({ state: 'not_needed' })
  expect(await callApi('POST', path, {}, { answer: 'yes' })).toMatchObject({ status: 409, body: { instead: [] } })
})

test('an immediate release passes the search to the open shift: a yes by link gets it, unless a coordinator fills it first', async ({
  api,
  world,
  site,
  admin,
  member,
  asked,
  covering,
  callApi,
  shiftOf,
  outbox,
  climb,
  answersOf,
}) => {
  const [left, filled] = [await shiftOf(member), await shiftOf(member)]
  await world.superuser.query('update core.sites set allow_release = true where id = $1', [site.id])
  const allowing = { ...site, allow_release: true }
  const headers = await api.signIn(site, member)
  const answer = (shift: number, body: object) =>
    api.call(allowing, {
      method: 'PUT',
      path: `/shifts/${shift}/answer`,
      headers,
      body: { answer: 'declined', ...body },
    })
  await answer(left, {})
  await climb()
  const linkOf = async () => {
    const requests = (await outbox()).mails.filter(({ kind, to }) => kind === 'cover.asked' && to === covering.email)
    return `/coverasks/token/${COVER_LINK.exec(requests[0]?.text ?? '')?.[1]}`
  }
  const path = await linkOf()
  expect((await answer(left, { release: true })).status).toBe(200)
  expect(await answersOf(left)).toMatchObject({ person: null })
  expect((await callApi('GET', path)).body).toMatchObject({ state: 'open' })
  const { rows } = await world.superuser.query('select state, person from core.covers where shift = $1', [left])
  expect(rows).toEqual([{ state: 'searching', person: null }])
  expect((await callApi('POST', path, {}, { answer: 'yes' })).body).toMatchObject({ state: 'yours' })
  expect(await answersOf(left)).toMatchObject({ person: covering.id, answer: 'confirmed' })

  const later = { start: '2027-03-21T09:00:00Z', end: '2027-03-21T13:00:00Z' }
  await world.superuser.query('update core.shifts set start = $2, "end" = $3 where id = $1', [
    filled,
    later.start,
    later.end,
  ])
  await answer(filled, {})
  await climb()
  const second = await linkOf()
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [filled, admin.id])
  for (const settle of [async () => {}, climb]) {
    await settle()
    expect((await callApi('GET', second)).body).toMatchObject({ state: 'taken' })
    expect(await callApi('POST', second, {}, { answer: 'yes' })).toMatchObject({
      status: 409,
      body: { detail: 'Just taken. Thank you for offering.', instead: [] },
    })
  }
  expect(asked).toHaveLength(2)
})

test('telling only the coordinators starts no search', async ({ world, member, answerAs, shiftOf }) => {
  const shift = await shiftOf(member)
  await answerAs(member, shift, { answer: 'declined', cover: false })
  const { rows } = await world.superuser.query('select from core.covers where shift = $1', [shift])
  expect(rows).toHaveLength(0)
})

test('links that were guessed, of another purpose and of another site look alike, and change nothing', async ({
  world,
  site,
  member,
  asked,
  answerAs,
  use,
  shiftOf,
  outbox,
  climb,
  answersOf,
}) => {
  const shift = await shiftOf(member)
  await answerAs(member, shift, { answer: 'declined' })
  await climb()
  const [request] = (await outbox()).mails.filter(({ kind }) => kind === 'cover.asked')
  const token = COVER_LINK.exec(request?.text ?? '')?.[1] ?? ''
  expect(token).toMatch(/^[0-9a-f]{32}\.[\w-]{43}$/)
  const [uid = '', signature = ''] = token.split('.')
  const post = (at: typeof site, used: string) => use(at, `/coverasks/token/${used}`, { answer: 'yes' })
  const unknown = await post(site, `${'0'.repeat(32)}.${'A'.repeat(43)}`)
  expect(unknown).toMatch(/^404 /)
  for (const used of [uid, `${uid}.${forged(signature)}`, `${token}x`, 'x'.repeat(3000), '%00'])
    expect(await post(site, used)).toBe(unknown)
  expect(await post(await world.makeSite(), token)).toBe(unknown)
  expect(await answersOf(shift)).toMatchObject({ answer: 'seeking_cover', person: member.id })
  expect(asked).toHaveLength(2)
})

test('an admin starts, pauses, resumes and stops a search, sees who is next and asks one; a member cannot', async ({
  api,
  site,
  admin,
  member,
  asked,
  callApi,
  shiftOf,
}) => {
  const open = await shiftOf(member, { person: null })
  const headers = await api.signIn(site, admin)
  const started = await callApi('POST', '/covers', headers, { shift: open })
  expect(started).toMatchObject({ status: 201, body: { shift: open, state: 'searching', asks: [], covered_by: null } })
  const { id } = started.body
  const put = async (verb: string) => (await callApi('PUT', `/covers/${id}/${verb}`, headers)).body.state
  expect([await put('pause'), await put('resume')]).toEqual(['paused', 'searching'])
  const { candidates, left_out } = (await callApi('GET', `/covers/${id}/candidates`, headers)).body
  expect(candidates.map(({ person }: { person: number }) => person)).toEqual(
    expect.arrayContaining(asked.map((one) => one.id)),
  )
  expect(left_out).toMatchObject([{ person: admin.id, obstacles: [{ code: 'no_cover_requests' }] }])
  const first = await callApi('POST', `/covers/${id}/ask`, headers, { person: asked[0]!.id })
  expect(first.body.asks).toHaveLength(1)
  const own = await callApi('PUT', `/coverasks/${first.body.asks[0]}/answer`, await api.signIn(site, asked[0]!), {
    answer: 'no',
  })
  expect(own.status).toBe(200)
  const memberHeaders = await api.signIn(site, member)
  for (const verb of ['pause', 'stop', 'advance'])
    expect((await callApi('PUT', `/covers/${id}/${verb}`, memberHeaders)).status).toBe(403)
  expect(
    (await callApi('PUT', `/coverasks/${first.body.asks[0]}/answer`, memberHeaders, { answer: 'yes' })).status,
  ).toBe(404)
  expect(await put('stop')).toBe('stopped')
  expect((await callApi('PUT', `/covers/${id}/resume`, headers)).status).toBe(409)
})

test('a site can exclude people who have never signed in, with the reason; a coordinator still asks them', async ({
  api,
  site,
  admin,
  member,
  asked,
  world,
  callApi,
  shiftOf,
}) => {
  const headers = await api.signIn(site, admin)
  const [known, never] = asked
  await world.superuser.query('update core.people set last_login = null where id = any ($1)', [
    asked.map(({ id }) => id),
  ])
  await world.superuser.query('update core.people set last_login = now() where id = $1', [known!.id])
  const { id } = (await callApi('POST', '/covers', headers, { shift: await shiftOf(member, { person: null }) })).body
  await callApi('PUT', `/covers/${id}/pause`, headers)
  const list = async () => (await callApi('GET', `/covers/${id}/candidates`, headers)).body
  const suitable = async () => (await list()).candidates.map(({ person }: { person: number }) => person)
  expect(await suitable()).toEqual(expect.arrayContaining(asked.map((one) => one.id)))
  const wrong = await callApi('PUT', '/organisations/current', headers, { cover_needs_sign_in: 'yes' })
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['cover_needs_sign_in']])
  const set = await callApi('PUT', '/organisations/current', headers, { cover_needs_sign_in: true })
  expect([set.status, set.body.cover_needs_sign_in]).toEqual([200, true])
  // The next request reads the site with this setting.
  Object.assign(site, { cover_needs_sign_in: set.body.cover_needs_sign_in })
  expect(await suitable()).toContain(known!.id)
  expect(await suitable()).not.toContain(never!.id)
  const reasons = (await list()).left_out.filter(({ person }: { person: number }) => person === never!.id)
  expect(reasons).toMatchObject([{ obstacles: [{ code: 'never_signed_in', words: 'Has never signed in' }] }])
  const byHand = await callApi('POST', `/covers/${id}/ask`, headers, { person: never!.id })
  expect(byHand.body.asks).toHaveLength(1)
})
