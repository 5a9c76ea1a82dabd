import { describe, expect } from 'vitest'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { askForAnswers } from '#server/answers/questions.ts'
import { forged, SHIFT_START, test, tokenIn } from '#tests/support/answer-links.ts'
import { askByMail, changeShift } from '#tests/support/messages/messaging.ts'
import { adminActor, log, QUESTION_PUT } from '#tests/support/world.ts'

const DAY = 86_400_000
const daysBefore = (days: number) => new Date(Date.parse(SHIFT_START) - days * DAY)

describe('the link of a mail', () => {
  test('shows the shift and a first name, and changes nothing however often it is opened', async ({
    world,
    member,
    callApi,
    shiftOf,
    outbox,
    answersOf,
  }) => {
    const shift = await shiftOf(member)
    world.clock.set(daysBefore(7))
    const { mails } = await outbox()
    const token = tokenIn(mails[0]!)
    expect(token).toMatch(/^\w{8}\.[\w-]{43}$/)
    for (const method of ['GET', 'HEAD', 'GET']) await callApi(method, `/answers/${token}`)
    const { status, body } = await callApi('GET', `/answers/${token}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      shifts: [{ id: shift, event: 'Race', answer: 'asked' }],
      until: '2027-03-20T09:00:00.000Z',
    })
    expect(JSON.stringify(body)).not.toContain(member.email)
    expect(await answersOf(shift)).toMatchObject({ answer: 'asked', given: 0 })
  })

  test('answers without signing in, and the answer may be changed until the start', async ({
    world,
    member,
    callApi,
    shiftOf,
    outbox,
    answersOf,
  }) => {
    const shift = await shiftOf(member)
    world.clock.set(daysBefore(7))
    const token = tokenIn((await outbox()).mails[0]!)
    const answer = (body: object) => callApi('POST', `/answers/${token}`, {}, body)
    expect((await answer({ answer: 'confirmed' })).body.shifts[0]).toMatchObject({ answer: 'confirmed' })
    expect(await answersOf(shift)).toMatchObject({ answer: 'confirmed', answered_by: member.id })
    expect((await answer({ answer: 'declined', reason: 'Ill', cover: false })).body.shifts[0].answer).toBe(
      'seeking_cover',
    )
    expect(await answersOf(shift)).toMatchObject({ answer: 'seeking_cover', reason: 'Ill', person: member.id })
    world.clock.set(new Date(SHIFT_START))
    expect((await answer({ answer: 'confirmed' })).status).toBe(404)
    expect((await answersOf(shift)).answer).toBe('seeking_cover')
  })

  test('of an earlier question, of a replaced person, and of another site looks like one that never existed', async ({
    world,
    site,
    member,
    shiftOf,
    outbox,
    use,
    answersOf,
  }) => {
    const shift = await shiftOf(member)
    world.clock.set(daysBefore(7))
    const token = tokenIn((await outbox()).mails[0]!)
    const elsewhere = await world.makeSite()
    const post = (at: typeof site, used: string) => use(at, `/answers/${used}`, { answer: 'confirmed' })
    const unknown = await post(site, `AAAAAAAA.${'A'.repeat(43)}`)
    expect(unknown).toMatch(/^404 /)
    const [code = '', signature = ''] = token.split('.')
    for (const used of [code, `${code}.${forged(signature)}`, `${token}x`, `${token}.${signature}`, 'x'.repeat(3000)])
      expect(await post(site, used)).toBe(unknown)
    expect(await post(elsewhere, token)).toBe(unknown)
    const replacement = await world.makePerson(site)
    await changeShift(world, site, shift, { person: replacement.id })
    expect(await post(site, token)).toBe(unknown)
    await outbox()
    await changeShift(world, site, shift, { person: member.id })
    expect(await post(site, token), 'who was told that it is not theirs is asked anew').toBe(unknown)
    expect(await answersOf(shift)).toMatchObject({ answer: 'asked', given: 0 })
  })

  test('shows the earlier answer when a shift has moved', async ({ world, site, member, callApi, shiftOf, outbox }) => {
    const shift = await shiftOf(member)
    world.clock.set(daysBefore(7))
    const first = tokenIn((await outbox()).mails[0]!)
    await callApi('POST', `/answers/${first}`, {}, { answer: 'confirmed' })
    await changeShift(world, site, shift, { start: '2027-03-20T07:30:00Z' })
    const token = tokenIn((await outbox()).mails.find(({ subject }) => subject.includes('changed'))!)
    expect((await callApi('GET', `/answers/${token}`)).body.shifts[0]).toMatchObject({
      answer: 'asked',
      start: '2027-03-20T07:30:00.000Z',
      before: { start: '2027-03-20T09:00:00.000Z' },
    })
  })

  test('of a changed shift shows the old facts, and answers only for the version on its page', async ({
    world,
    site,
    member,
    callApi,
    shiftOf,
    outbox,
    answersOf,
  }) => {
    const shift = await shiftOf(member)
    world.clock.set(daysBefore(7))
    const token = tokenIn((await outbox()).mails[0]!)
    const role = await world.insert(site, 'roles', { name: 'Race Officer' })
    await changeShift(world, site, shift, { start: '2027-03-20T07:30:00Z', role: role.id })
    const page = async () => (await callApi('GET', `/answers/${token}`)).body.shifts[0]
    const post = (body: object) => callApi('POST', `/answers/${token}`, {}, { answer: 'confirmed', ...body })
    const shown = await page()
    expect(shown).toMatchObject({
      ...{ answer: 'asked', start: '2027-03-20T07:30:00.000Z', role: 'Race Officer', changed: true },
      before: { start: '2027-03-20T09:00:00.000Z', role: null },
    })
    for (const body of [{}, { stated: [] }, { stated: ['0123456789ab'] }, { shift }])
      expect(await post(body)).toMatchObject({
        status: 409,
        body: { detail: 'This shift has changed since you were asked. Please look at it first.' },
      })
    expect(await answersOf(shift)).toMatchObject({ answer: 'asked', given: 0 })
    await changeShift(world, site, shift, { start: '2027-03-20T08:00:00Z' })
    expect((await post({ stated: [shown.stated] })).status).toBe(409)
    expect((await post({ stated: [(await page()).stated] })).status).toBe(200)
    expect(await answersOf(shift)).toMatchObject({ answer: 'confirmed', answered_by: member.id })
  })

  test('a text carries a short link that opens the same page', async ({
    world,
    site,
    callApi,
    shiftOf,
    outbox,
    answersOf,
  }) => {
    await world.superuser.query('update core.sites set sms_enabled = true where id = $1', [site.id])
    const person = await world.makePerson(site, { phone: '+447700900321', sms_verified: true, sms_notifications: true })
    const shift = await shiftOf(person)
    world.clock.set(daysBefore(7))
    const { texts } = await outbox()
    const [text] = texts
    expect(text?.text.length).toBeLessThanOrEqual(160)
    const code = tokenIn(text!)
    expect(code).toMatch(/^\w{8}$/)
    expect((await callApi('POST', `/answers/${code}`, {}, { answer: 'confirmed' })).status).toBe(200)
    expect((await answersOf(shift)).answer).toBe('confirmed')
  })
})

test('an answer for all shifts of a link covers the unanswered ones, and says whether others are asked', async ({
  world,
  api,
  site,
  admin,
  member,
  callApi,
  shiftOf,
  answersOf,
}) => {
  const shifts = [await shiftOf(member), await shiftOf(member), await shiftOf(member)]
  world.clock.set(daysBefore(7))
  const links = await world.act(site, adminActor(admin), (ctx) =>
    createAnswerLinks(api.context.config.SESSION_SECRET)(
      ctx.db,
      { id: site.id },
      [{ key: 'one', channel: 'email', person: member.id, shifts, ends_at: SHIFT_START }],
      { origin: 'https://club.test', now: world.clock.now() },
    ),
  )
  const token = links.get('one')!.split('/').at(-1)
  const answer = (body: object) => callApi('POST', `/answers/${token}`, {}, body)
  const states = async () => Promise.all(shifts.map(async (id) => (await answersOf(id)).answer))
  await answer({ shift: shifts[0], answer: 'declined' })
  const left = await answer({ answer: 'confirmed' })
  expect(left.status).toBe(200)
  expect(await states()).toEqual(['seeking_cover', 'confirmed', 'confirmed'])
  expect(left.body.shifts.map(({ id, sought }: { id: number; sought: boolean }) => [id, sought])).toEqual([
    [shifts[0], true],
    [shifts[1], false],
    [shifts[2], false],
  ])
  expect((await answer({ answer: 'declined' })).status, 'nothing is left to answer').toBe(200)
  expect(await states()).toEqual(['seeking_cover', 'confirmed', 'confirmed'])
  expect(await answersOf(shifts[1]!)).toMatchObject({ given: 1 })
})

describe('a person who does not answer', () => {
  test('is asked once more five days before, by day, and never again', async ({ world, member, shiftOf, outbox }) => {
    await shiftOf(member)
    const nudges: string[] = []
    for (let hour = 17 * 24; hour >= 0; hour -= 1) {
      const now = new Date(Date.parse(SHIFT_START) - hour * 3_600_000)
      world.clock.set(now)
      const { mails } = await outbox()
      nudges.push(...mails.filter(({ kind }) => kind === 'answer.nudge').map(() => now.toISOString()))
    }
    expect(nudges).toEqual(['2027-03-15T09:00:00.000Z'])
  })

  test('at night the question waits for the morning', async ({ world, site, member, shiftOf, outbox }) => {
    const shift = await shiftOf(member, { start: '2027-03-20T05:00:00Z', end: '2027-03-20T09:00:00Z' })
    await world.superuser.query(`${QUESTION_PUT} true`)
    await askByMail(world, site, shift, member)
    world.clock.set(new Date('2027-03-15T05:00:00Z'))
    const kinds = async () => (await outbox()).mails.map(({ kind }) => kind)
    expect(await kinds()).not.toContain('answer.nudge')
    world.clock.set(new Date('2027-03-15T08:00:00Z'))
    expect(await kinds()).toContain('answer.nudge')
  })

  test('gets no second question once they have answered or left the shift', async ({
    world,
    site,
    member,
    answerAs,
    shiftOf,
    outbox,
  }) => {
    const answered = await shiftOf(member)
    const left = await shiftOf(member)
    await answerAs(member, answered, { answer: 'confirmed' })
    await changeShift(world, site, left, { person: null })
    world.clock.set(daysBefore(4))
    expect((await outbox()).mails.filter(({ kind }) => kind === 'answer.nudge')).toEqual([])
  })

  test('a change of place and a withdrawn answer allow a day before the second question', async ({
    world,
    site,
    api,
    member,
    callApi,
    shiftOf,
    outbox,
  }) => {
    const moved = await shiftOf(member)
    const undone = await shiftOf(member)
    const headers = () => api.signIn(site, member)
    world.clock.set(daysBefore(7))
    await outbox()
    await callApi('PUT', `/shifts/${undone}/answer`, await headers(), { answer: 'confirmed' })
    world.clock.set(new Date(daysBefore(5).getTime() - 3_600_000))
    await callApi('PUT', `/shifts/${undone}/answer`, await headers(), { answer: 'asked' })
    await changeShift(world, site, moved, { location: (await world.insert(site, 'locations', { name: 'Pier' })).id })
    const nudges = async () => {
      await outbox()
      const { rows } = await world.superuser.query(
        'select id::int from core.shift_facts where site_id = $1 and nudged',
        [site.id],
      )
      return rows.length
    }
    world.clock.set(new Date(daysBefore(5).getTime() - 3_000_000))
    expect(await nudges()).toBe(0)
    world.clock.set(daysBefore(4.5))
    expect(await nudges()).toBe(0)
    world.clock.set(daysBefore(4))
    expect(await nudges()).toBe(2)
  })

  test('a waiting second question is dropped once the club stops asking', async ({
    world,
    site,
    member,
    shiftOf,
    outbox,
  }) => {
    await shiftOf(member)
    world.clock.set(daysBefore(7))
    await outbox()
    world.clock.set(daysBefore(4))
    await askForAnswers({ pool: world.pool('worker'), clock: world.clock, log })
    await world.superuser.query('update core.sites set ask_answers = false where id = $1', [site.id])
    expect((await outbox()).mails).toEqual([])
    const { rows } = await world.superuser.query(
      `select state, reason from core.deliveries where site_id = $1 and kind = 'answer.nudge'`,
      [site.id],
    )
    expect(rows).toEqual([{ state: 'cancelled', reason: 'not_asked' }])
  })

  test('a site that does not ask sends no links and no second question', async ({
    world,
    site,
    member,
    shiftOf,
    outbox,
  }) => {
    await world.superuser.query('update core.sites set ask_answers = false where id = $1', [site.id])
    await shiftOf(member)
    world.clock.set(daysBefore(7))
    const { mails } = await outbox()
    expect(mails).toHaveLength(1)
    expect(tokenIn(mails[0]!)).toBe('')
    world.clock.set(daysBefore(4))
    expect((await outbox()).mails).toEqual([])
  })
})
