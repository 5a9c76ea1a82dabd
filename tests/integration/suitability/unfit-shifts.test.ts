import { sql } from 'kysely'
import { expect } from 'vitest'
import { judgeStaged } from '#app/features/shifts/roster/judge-staged.ts'
import { shortDay, usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { listShiftEvents } from '#server/shifts/by-event/queries.ts'
import { gridQuery } from '#server/shifts/grid/contract.ts'
import { getGrid } from '#server/shifts/grid/queries.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { unfitAt } from '#server/suitability/missing/queries.ts'
import { type Unfit, unfitWords } from '#server/suitability/missing/rules.ts'
import { judge } from '#server/suitability/queries.ts'
import { listToDo } from '#server/todo/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { seeded } from '#tests/support/random.ts'
import { adminActor } from '#tests/support/world.ts'

async function findUnfit(
  db: SiteDb,
  { shifts, now }: { shifts: readonly number[]; now: Date },
): Promise<Record<number, Unfit>> {
  const { rows } = await sql<{ id: number; unfit: Unfit }>`
    select f.id, f.unfit from (select s.id, ${unfitAt('s', now)} as unfit from shifts s where s.id = any (${[...shifts]}::bigint[])) f
    where f.unfit is not null`.execute(db)
  return Object.fromEntries(rows.map(({ id, unfit }) => [id, unfit]))
}

const NOW = new Date('2027-07-01T12:00:00Z')
const DAY = { start: '2027-07-10T08:00:00Z', end: '2027-07-10T15:00:00Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW as Date | null)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('asAdmin', async ({ api, site, admin, callApi }) => {
    const headers = await api.signIn(site, admin)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  /**
   * A published shift of a role that needs Powerboat handling, with a member whose record ended the day before, and one
   * with an inactive person.
   */
  .extend('crew', async ({ world, site, member }) => {
    const { id: competency } = await world.insert(site, 'competencies', {
      name: 'Powerboat handling',
      valid_months: 12,
    })
    const { id: role } = await world.insert(site, 'roles', { name: 'Helm', required_competencies: `{${competency}}` })
    await world.insert(site, 'records', { person: member.id, competency, achieved: '2026-07-09' })
    const { id: event } = await world.insert(site, 'events', { name: 'Race', ...DAY })
    const gone = await world.makePerson(site, { name: 'Gone', is_active: false })
    const shift = async (person: number, over: object = {}) =>
      (await world.insert(site, 'shifts', { event, person, draft: NOW, ...DAY, ...over })).id
    return {
      event,
      role,
      competency,
      gone,
      lapsed: await shift(member.id, { role }),
      inactive: await shift(gone.id),
      plain: await shift(member.id, { start: '2027-07-10T15:00:00Z', end: '2027-07-10T16:00:00Z' }),
    }
  })

const LAPSED = {
  inactive: false,
  missing: [{ id: expect.any(Number), name: 'Powerboat handling', until: '2027-07-09' }],
}
const INACTIVE = { inactive: true, missing: [] }

test('admins read in the API why people are unfit for their shifts, filter and count by it; members do not', async ({
  api,
  site,
  member,
  asAdmin,
  callApi,
  crew,
}) => {
  const { body } = await asAdmin('GET', `/shifts/?event=${crew.event}`)
  expect(body.results.shifts[crew.lapsed].unfit).toEqual(LAPSED)
  expect(body.results.shifts[crew.inactive].unfit).toEqual(INACTIVE)
  expect(body.results.shifts[crew.plain].unfit).toBeNull()
  expect((await asAdmin('GET', '/shifts/?not_qualified=true&limit=1')).body).toMatchObject({
    count: 2,
    order: [crew.lapsed],
  })
  expect((await asAdmin('GET', '/shifts/?not_qualified=false')).body).toMatchObject({ count: 1, order: [crew.plain] })
  const demanding = { name: 'Safety boat helm', required_competencies: [crew.competency] }
  const assignment = (await asAdmin('POST', '/assignments/', demanding)).body.order[0]
  await asAdmin('PUT', `/shifts/${crew.plain}/`, { assignment })
  expect((await asAdmin('GET', '/shifts/?not_qualified=true')).body).toMatchObject({ count: 3 })
  expect((await asAdmin('GET', `/shifts/${crew.plain}/`)).body.results.shifts[crew.plain].unfit).toEqual(LAPSED)

  const headers = await api.signIn(site, member)
  const own = (await callApi('GET', `/shifts/?event=${crew.event}`, headers)).body.results.shifts
  expect(Object.keys(own[crew.lapsed])).not.toContain('unfit')
  expect((await callApi('GET', '/shifts/?not_qualified=true', headers)).status).toBe(400)
})

test('a competency renewed in time removes the mark, and past, called-off or archived shifts never have one', async ({
  world,
  site,
  member,
  crew,
}) => {
  const unfit = () => world.withSite(site.id, (db) => findUnfit(db, { shifts: [crew.lapsed, crew.inactive], now: NOW }))
  const change = (text: string, ...values: unknown[]) => world.superuser.query(text, [crew.event, ...values])
  expect(Object.keys(await unfit())).toHaveLength(2)
  for (const [off, on] of [
    [`decision = 'off', decided_at = now()`, 'decision = null, decided_at = null'],
    ['archived = true', 'archived = false'],
  ]) {
    await change(`update core.events set ${off} where id = $1`)
    expect(await unfit()).toEqual({})
    await change(`update core.events set ${on} where id = $1`)
  }
  await world.insert(site, 'records', { person: member.id, competency: crew.competency, achieved: '2026-07-10' })
  expect(await unfit()).toEqual({ [crew.inactive]: INACTIVE })
  await change(
    'update core.shifts set start = $2, "end" = $3 where event = $1',
    '2027-06-30T08:00Z',
    '2027-06-30T09:00Z',
  )
  expect(await unfit()).toEqual({})
})

test('editor, grid, shifts by event and To do mark and count the same shifts', async ({ world, site, admin, crew }) => {
  await world.act(site, adminActor(admin), async (ctx) => {
    const editor = await getRosterEditor(ctx.db, { event: crew.event, zone: site.timezone, now: NOW })
    expect(Object.fromEntries(editor.shifts.map(({ id, unfit }) => [id, unfit]))).toEqual({
      [crew.lapsed]: LAPSED,
      [crew.inactive]: INACTIVE,
      [crew.plain]: null,
    })
    const query = gridQuery.parse({ from: '2027-07-10', days: 7, show: 'unfit' })
    const grid = (await getGrid(ctx.db, { query, zone: site.timezone, now: NOW })).value()
    expect(grid.shifts.flatMap(({ id, unfit }) => (unfit ? [id] : []))).toEqual([crew.lapsed, crew.inactive])
    expect(await listShiftEvents(ctx)).toMatchObject([{ id: crew.event, unfit: 2 }])
    const { items } = await listToDo(ctx, { kind: 'unfit', limit: 5 })
    expect(items.map(({ facts }) => [facts.shifts, facts.inactive])).toEqual(
      expect.arrayContaining([
        [1, false],
        [1, true],
      ]),
    )
    const none = await getGrid(ctx.db, { query: { ...query, from: '2027-07-12' }, zone: site.timezone, now: NOW })
    expect(none.value().events).toEqual([])
  })
})

test('the proof of a publication begins with missing competencies', async ({ world, site, asAdmin, crew, member }) => {
  const second = await world.makePerson(site, { name: 'Second' })
  await world.insert(site, 'shifts', { event: crew.event, role: crew.role, person: second.id, ...DAY })
  const { body } = await asAdmin('POST', '/roster/publish/proof', { events: [crew.event] })
  expect(body.unfit).toEqual([
    {
      competency: 'Powerboat handling',
      people: [
        { person: member.id, name: member.name },
        { person: second.id, name: 'Second' },
      ],
    },
    { competency: null, people: [{ person: crew.gone.id, name: 'Gone' }] },
  ])
})

const ZONES = ['Europe/London', 'Australia/Sydney', 'America/St_Johns', 'Pacific/Kiritimati']
const CLUBS = 8

test('SQL, the editor’s staged edits and the suitability check agree over random clubs', async ({ world }) => {
  let unfitFound = 0
  for (let seed = 1; seed <= CLUBS; seed += 1) {
    const random = seeded(seed)
    const site = await world.makeSite({ timezone: random.pick(ZONES) })
    const some = async (table: string, n: number, row: (i: number) => Record<string, unknown>) => {
      const ids: number[] = []
      for (let i = 0; i < n; i += 1) ids.push((await world.insert(site, table, row(i))).id)
      return ids
    }
    const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
    const competencies = await some('competencies', 3, (i) => ({
      name: `Paper ${i}`,
      valid_months: random.pick([null, 1, 12]),
    }))
    const demanding = () => ({
      name: 'Part',
      required_competencies: `{${competencies.filter(() => random.chance(0.4)).join()}}`,
    })
    const roles = await some('roles', 3, demanding)
    const assignments = await some('assignments', 3, demanding)
    const people: number[] = []
    for (const kind of ['user', 'user', 'user', 'inactive', 'new'])
      people.push(
        (await world.makePerson(site, { is_active: kind === 'user', role: kind === 'new' ? 'new' : 'user' })).id,
      )
    for (const person of people)
      for (const competency of competencies)
        for (const ago of [5, 30, 340].filter(() => random.chance(0.5)))
          await world.insert(site, 'records', {
            person,
            competency,
            achieved: at(-24 * (ago + random.below(20)))
              .toISOString()
              .slice(0, 10),
          })
    const events = await some('events', 4, () => ({
      name: 'Event',
      start: at(-48),
      end: at(24 * 70),
      archived: random.chance(0.1),
      ...(random.chance(0.15) && { decision: 'off', decided_at: NOW }),
    }))
    const starts = Array.from({ length: 30 }, () => random.below(24 * 62) - 48)
    const shifts = await some('shifts', starts.length, (i) => ({
      event: random.pick(events),
      person: random.chance(0.9) ? random.pick(people) : null,
      role: random.chance(0.7) ? random.pick(roles) : null,
      assignment: random.chance(0.7) ? random.pick(assignments) : null,
      draft: random.chance(0.7) ? NOW : null,
      start: at(starts[i]!),
      end: at(starts[i]! + random.pick([1, 6, 12, 24, 30, 70 * 24])),
    }))
    await world.withSite(site.id, async (db) => {
      const found = await findUnfit(db, { shifts, now: NOW })
      const judged = await judge(
        db,
        { timezone: site.timezone, rest_hours: 0, cover_needs_sign_in: false },
        { shifts, people, now: NOW },
      )
      const { rows } = await world.superuser.query(
        'select id::int, person::int, event::int from core.shifts where site_id = $1',
        [site.id],
      )
      const editors = new Map<number, Awaited<ReturnType<typeof getRosterEditor>>>()
      for (const event of events)
        editors.set(event, await getRosterEditor(db, { event, zone: site.timezone, now: NOW }))
      const dayWords = (day: string) => shortDay(day, usualClock(site.timezone, NOW))
      for (const { id, person, event } of rows) {
        const obstacles = judged.get(id)?.find((one) => one.person === person)?.obstacles ?? []
        const isOver = obstacles.some(({ code }) => code === 'past' || code === 'called_off')
        const words = obstacles
          .flatMap((one) => (['inactive', 'unqualified'].includes(one.code) ? [one.words] : []))
          .join(', ')
        const said = found[id] ? unfitWords(found[id], dayWords) : ''
        expect(said, `shift ${id} of seed ${seed}`).toBe(isOver ? '' : words)
        const editor = editors.get(event)!
        const staged = judgeStaged(editor.shifts.find((shift) => shift.id === id)!, editor)
        expect(staged ? unfitWords(staged, dayWords) : '', `staged shift ${id} of seed ${seed}`).toBe(words)
        unfitFound += Number(said !== '')
      }
    })
  }
  expect(unfitFound).toBeGreaterThan(CLUBS * 4)
})
