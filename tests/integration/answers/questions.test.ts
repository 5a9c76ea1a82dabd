import { expect } from 'vitest'
import { askForAnswers } from '#server/answers/questions.ts'
import { listToDo } from '#server/todo/queries.ts'
import { test as base, NOW, tokenIn } from '#tests/support/answer-links.ts'
import { changeShift, makeShift, tell } from '#tests/support/messages/messaging.ts'
import { adminActor, log } from '#tests/support/world.ts'

const DAY = 86_400_000
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY)

/** Shifts published long before they are near enough for a question, each of its own event. */
const test = base
  .extend('shiftIn', ({ world, site, member }) => async (days: number, over: Record<string, unknown> = {}) => {
    const start = inDays(days).toISOString()
    const { id: event } = await world.insert(site, 'events', { name: `In ${days}`, start, end: inDays(days + 1) })
    const roster = { site, person: { ...member, name: '', email: '' }, event }
    return { event, id: await makeShift(world, roster, start, over) }
  })
  /** Moves to a day, then plans and sends. @returns the subjects of the questions by email. */
  .extend('askedOn', ({ world, outbox }) => async (days: number) => {
    world.clock.set(inDays(days))
    const { mails } = await outbox()
    return mails.filter(({ kind }) => kind === 'shift.asked')
  })

test('shifts are asked about six weeks before, together with those of the following week, and once', async ({
  world,
  shiftIn,
  askedOn,
  callApi,
}) => {
  await shiftIn(60)
  await shiftIn(61)
  await shiftIn(66)
  await shiftIn(70)
  expect(await askedOn(17.9)).toEqual([])
  // As after an upgrade, or a change of the club's settings.
  await world.superuser.query(`update core.dues set ask_at = '-infinity'`)
  const [question, ...others] = await askedOn(18.1)
  expect(others).toEqual([])
  expect(question!.subject).toMatch(/^Can you make these shifts\? In 60, .* and 2 more$/)
  const page = (await callApi('GET', `/answers/${tokenIn(question!)}`)).body
  expect(page.shifts.map(({ event }: { event: string }) => event)).toEqual(['In 60', 'In 61', 'In 66'])
  for (const days of [18.2, 19.5, 24.5]) expect(await askedOn(days)).toEqual([])
  expect(await askedOn(28.1)).toMatchObject([{ subject: expect.stringMatching(/^Can you make this shift\? In 70,/) }])
})

test('no question goes to people who have answered, were asked by another message, or are gone, or about events called off', async ({
  world,
  site,
  member,
  shiftIn,
  askedOn,
  answerAs,
}) => {
  const confirmed = await shiftIn(60)
  expect((await answerAs(member, confirmed.id, { answer: 'confirmed' })).status).toBe(200)
  const off = await shiftIn(60)
  await world.superuser.query(`update core.events set decision = 'off', decided_at = now() where id = $1`, [off.event])
  const archived = await shiftIn(60)
  await world.superuser.query('update core.events set archived = true where id = $1', [archived.event])
  const linked = await shiftIn(60)
  await world.insert(site, 'answer_links', {
    ...{ code: 'Ab3dE6gH', channel: 'email', person: member.id, ends_at: inDays(60) },
    shifts: JSON.stringify([{ id: linked.id, start: inDays(60), end: inDays(61) }]),
  })
  await shiftIn(60, { draft: null })
  await shiftIn(60, { person: null })
  expect(await askedOn(20)).toEqual([])
  await world.superuser.query('update core.events set decision = null, decided_at = null where id = $1', [off.event])
  expect(await askedOn(21)).toHaveLength(1)
})

test('the notice of a near shift asks, and a separate question follows a day later at the earliest', async ({
  shiftIn,
  askedOn,
}) => {
  await shiftIn(30, { draft: inDays(-2), assigned_at: inDays(-2) })
  expect(await askedOn(0)).toEqual([])
  await shiftIn(60, { draft: inDays(17.5), assigned_at: inDays(17.5) })
  expect(await askedOn(18.2)).toEqual([])
  expect(await askedOn(19)).toHaveLength(1)
})

test('a club that begins to ask skips near shifts; one that asks earlier includes them', async ({
  world,
  site,
  shiftIn,
  askedOn,
}) => {
  const set = (column: string, value: unknown) =>
    world.superuser.query(`update core.sites set ${column} = $2 where id = $1`, [site.id, value])
  await set('ask_answers', false)
  await shiftIn(60)
  await shiftIn(80)
  expect(await askedOn(20)).toEqual([])
  await set('ask_answers', true)
  expect(await askedOn(21)).toEqual([])
  await set('ask_weeks', 10)
  expect(await askedOn(22)).toHaveLength(1)
})

test('people who were asked by no message are not asked once more; a message that asks later is not the first', async ({
  world,
  site,
  member,
  shiftIn,
  outbox,
}) => {
  await world.superuser.query('update core.people set email_reminders = false where id = $1', [member.id])
  await world.superuser.query('update core.sites set ask_answers = false where id = $1', [site.id])
  const [still, moved] = [await shiftIn(30), await shiftIn(30.1)]
  for (const { id } of [still, moved]) await tell(world, site, id, member)
  const kindsOn = async (days: number) => {
    world.clock.set(inDays(days))
    return (await outbox()).mails.map(({ kind, subject }) => `${kind}: ${subject}`)
  }
  expect(await kindsOn(5)).toEqual([])
  await world.superuser.query('update core.sites set ask_answers = true where id = $1', [site.id])
  expect(await kindsOn(6)).toEqual([])
  await changeShift(world, site, moved.id, { start: inDays(30.2).toISOString(), end: inDays(30.4).toISOString() })
  expect(await kindsOn(7)).toEqual([expect.stringMatching(/^shift.changed: .*30.1/)])
  expect(await kindsOn(9)).toEqual([])
  expect(await kindsOn(25.25)).toEqual([expect.stringMatching(/^answer.nudge: .*30.1/)])
  expect(await kindsOn(26)).toEqual([])
})

test('coordinators see someone whom no message reaches as silent when they would be asked once more', async ({
  world,
  site,
  member,
  admin,
  shiftIn,
  outbox,
}) => {
  await world.superuser.query("update core.people set email = '', phone = '+447700900123' where id = $1", [member.id])
  const { id } = await shiftIn(30)
  const silentOn = async (days: number) => {
    world.clock.set(inDays(days))
    expect((await outbox()).mails).toEqual([])
    const { items } = await world.act(site, adminActor(admin), (ctx) => listToDo(ctx, { kind: 'silent', limit: 50 }))
    return items.map((item) => item.id)
  }
  expect(await silentOn(20)).toEqual([])
  expect(await silentOn(25.25)).toEqual([id])
})

test.for([
  ['the club was suspended', 'sites', 'status', 'suspended', 'active'],
  ['its person was inactive', 'people', 'is_active', false, true],
] as const)(
  'a question that waited while %s is put afterwards',
  async ([, table, column, from, to], { world, site, member, shiftIn, outbox }) => {
    const row = table === 'sites' ? site.id : member.id
    const set = (value: unknown) =>
      world.superuser.query(`update core.${table} set ${column} = $2 where id = $1`, [row, value])
    const { id } = await shiftIn(60)
    await tell(world, site, id, member)
    world.clock.set(inDays(20))
    await askForAnswers({ pool: world.pool('worker'), clock: world.clock, log })
    await set(from)
    world.clock.set(inDays(20.1))
    expect((await outbox()).mails).toEqual([])
    await set(to)
    world.clock.set(inDays(20.2))
    expect((await outbox()).mails.map(({ kind }) => kind)).toEqual(['shift.asked'])
  },
)

test('a shift moved far ahead asks when it comes near; an answered one asks with the change', async ({
  world,
  site,
  admin,
  member,
  api,
  callApi,
  answerAs,
  shiftIn,
  askedOn,
  outbox,
}) => {
  const headers = await api.signIn(site, admin)
  const [silent, answered] = [await shiftIn(17), await shiftIn(17)]
  expect((await answerAs(member, answered.id, { answer: 'confirmed' })).status).toBe(200)
  for (const { id } of [silent, answered]) await tell(world, site, id, member)
  const later = { start: inDays(80).toISOString(), end: inDays(80.1).toISOString() }
  const moved = [silent, answered].map(({ id }) => ({ id, ...later }))
  expect((await callApi('PUT', '/shifts', headers, moved)).status).toBe(200)
  world.clock.set(inDays(0.1))
  const { mails } = await outbox()
  expect(mails.map(({ kind }) => kind)).toEqual(['shift.changed'])
  const page = (await callApi('GET', `/answers/${tokenIn(mails[0]!)}`)).body
  expect(page.shifts.map(({ id }: { id: number }) => id)).toEqual([answered.id])
  const [question] = await askedOn(38.1)
  const asked = (await callApi('GET', `/answers/${tokenIn(question!)}`)).body
  expect(asked.shifts.map(({ id }: { id: number }) => id)).toEqual([silent.id])
})

test('the silent are asked once more a day after the first question at the earliest, whatever the setting', async ({
  world,
  site,
  shiftIn,
  outbox,
}) => {
  await world.superuser.query('update core.sites set ask_weeks = 1, answer_by_days = 20 where id = $1', [site.id])
  await shiftIn(40)
  const kinds: string[] = []
  for (let days = 10; days < 32; days += 0.5) {
    world.clock.set(inDays(days))
    kinds.push(...(await outbox()).mails.map(({ kind }) => kind))
  }
  expect(kinds).toEqual(['shift.asked', 'answer.nudge'])
})

test('a club whose questions cannot be planned blocks no other', async ({ world, site, shiftIn }) => {
  await shiftIn(60)
  const next = await world.makeSite()
  const { id: event } = await world.insert(next, 'events', { name: 'Race', start: inDays(60), end: inDays(61) })
  await makeShift(world, { site: next, person: await world.makePerson(next), event }, inDays(60).toISOString())
  await world.superuser.query(
    `create function core.refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before insert on core.questions for each row when (new.site_id = ${site.id}) execute function core.refuse()`,
  )
  world.clock.set(inDays(20))
  await askForAnswers({ pool: world.pool('worker'), clock: world.clock, log })
  await world.superuser.query('drop trigger refuse on core.questions; drop function core.refuse')
  const { rows } = await world.superuser.query(
    `select site_id::int as site from core.deliveries where site_id = any ($1) and kind = 'shift.asked'`,
    [[site.id, next.id]],
  )
  expect(rows).toEqual([{ site: next.id }])
})
