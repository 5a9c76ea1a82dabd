import type { KyselyPlugin } from 'kysely'
import { describe, expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import type { ImportInput } from '#server/imports/checked-file.ts'
import { applyImport, previewImport } from '#server/imports/commands.ts'
import { importOptions, importPreview } from '#server/imports/contract.ts'
import { pastImports } from '#server/imports/queries.ts'
import { undoImport } from '#server/imports/undo.ts'
import { listToDo } from '#server/todo/queries.ts'
import { checkedFor, fixture, input } from '#tests/support/import-files.ts'
import { BROKEN, PEOPLE, SEASON, test } from '#tests/support/imports.ts'
import { memberActor } from '#tests/support/world.ts'

describe('the harbour club', () => {
  test('imports its members and its season; a second time changes nothing; both are undone', async ({
    club,
    contents,
    count,
    world,
  }) => {
    const { site, act, preview, apply } = await club()
    const start = await contents(site)

    const people = await preview(PEOPLE())
    expect(importPreview.parse(people).counts).toMatchObject({ create: 140, error: 0 })
    expect(await contents(site)).toEqual(start)
    const members = await apply(PEOPLE())
    expect(members.counts.create).toBe(140)
    expect(
      await count(
        site,
        "people t join identity.accounts a on a.id = t.account_id and a.email = t.email where t.role = 'user'",
      ),
    ).toBe(140)
    expect(await count(site, 'records t where true')).toBeGreaterThan(20)
    expect(await count(site, 'competencies t where true')).toBe(3)

    const season = await apply(SEASON())
    expect(season.counts).toMatchObject({ create: 554, error: 0 })
    expect(await count(site, 'events t where true')).toBe(77)
    expect(
      await count(
        site,
        'shifts t where draft is null and assignment is not null and role is not null and location is not null',
      ),
    ).toBe(554)
    expect(await count(site, 'shifts t where person is null and assigned_at is null')).toBe(99)
    const night = await world.superuser.query(
      `select s.start, s."end" from core.shifts s join core.events e on e.id = s.event where e.site_id = $1 and e.name = 'Night Watch: clocks go forward'`,
      [site.id],
    )
    expect(night.rows.map((r) => [r.start.toISOString(), r.end.toISOString()])).toEqual(
      Array(2).fill(['2027-03-28T01:30:00.000Z', '2027-03-28T04:30:00.000Z']),
    )

    const full = await contents(site)
    for (const given of [PEOPLE(), SEASON()]) {
      const again = await apply(given)
      expect(again).toMatchObject({ id: null, counts: { create: 0, update: 0, error: 0 } })
    }
    expect(await contents(site)).toEqual(full)
    expect(full.audit).toHaveLength(2)

    await expect(act((ctx) => undoImport(ctx, members.id!))).rejects.toMatchObject({
      code: 'conflict',
      message: 'This import cannot be undone: its people have shifts.',
    })
    await act((ctx) => undoImport(ctx, season.id!))
    await act((ctx) => undoImport(ctx, members.id!))
    const { imports, audit, ...rest } = await contents(site)
    const { imports: _, audit: __, ...before } = start
    expect(rest).toEqual(before)
    expect([imports!.length, audit!.length]).toEqual([2, 4])
    await expect(act((ctx) => undoImport(ctx, season.id!))).rejects.toThrow('already been undone')
    const past = await act((ctx) => pastImports(ctx.db))
    expect(past.map((row) => [row.kind, row.file_name, row.undone_at !== null])).toEqual([
      ['season', 'harbour-season.csv', true],
      ['people', 'harbour-people.csv', true],
    ])
  })

  test('explains the broken file, and writes nothing of it until its errors are skipped', async ({
    club,
    contents,
    count,
  }) => {
    const { site, apply, preview } = await club()
    await apply(PEOPLE())
    const before = await contents(site)
    const shown = await preview(BROKEN())
    expect(shown.rows.filter((row) => row.outcome === 'error').map((row) => row.line)).toEqual([
      5, 7, 10, 13, 16, 19, 22, 28, 35,
    ])
    await expect(apply(BROKEN())).rejects.toMatchObject({
      code: 'invalid',
      extras: { issues: { file: ['9 rows have errors.'] } },
    })
    expect(await contents(site)).toEqual(before)
    const result = await apply(BROKEN(), true)
    expect(result.unknown_people).toEqual([{ email: 'nobody@example.org', name: '', lines: [25] }])
    expect(await count(site, 'shifts t where true')).toBe(51)
    expect((await apply(BROKEN(), true)).id).toBeNull()
  })
})

describe('our own exports', () => {
  test('of events and shifts change nothing, and report the rows that differ', async ({
    club,
    world,
    api,
    contents,
  }) => {
    const { site, apply, preview } = await club()
    await apply(PEOPLE())
    await apply(SEASON())
    await world.insert(site, 'events', { name: '=1+1', start: '2027-10-31T01:30Z', end: '2027-10-31T01:30Z' })
    await world.insert(site, 'events', { name: '', start: '2027-10-31T00:30Z', end: '2027-11-04T01:30Z' })
    const headers = await api.signIn(site, await world.makePerson(site, { role: 'admin' }))
    const before = await contents(site, ['events', 'shifts', 'assignments'])
    for (const [name, rows] of [
      ['events', 79],
      ['shifts', 554],
    ] as const) {
      const { text } = await api.call(site, { method: 'GET', path: `/${name}/export.csv`, headers })
      const own = input('season', text)
      expect((await preview(own)).counts, name).toEqual({ create: 0, update: 0, same: rows, error: 0, warning: 0 })
      expect((await apply(own)).id).toBeNull()
      const moved = await preview(input('season', text.replace(/(\d{4}-\d\d-\d\d) \d\d:\d\d/, '$1 05:55')))
      expect(moved.counts).toMatchObject({ same: rows - 1, error: 1 })
      expect(moved.rows.find(({ outcome }) => outcome === 'error')?.errors).toEqual({
        start: [`This is different from the existing record. Change it in the list of ${name}.`],
      })
    }
    expect(await contents(site, ['events', 'shifts', 'assignments'])).toEqual(before)
  })
})

describe('a preview', () => {
  test('sends as many queries for 500 rows as for one', async ({ club, world }) => {
    const { site, admin } = await club()
    const queriesOf = async (given: ImportInput) => {
      let n = 0
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => {
          n += 1
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await world.act(site, admin, (ctx) =>
        previewImport({ ...ctx, db: ctx.db.withPlugin(counter) as Ctx['db'] }, checkedFor(site, given)),
      )
      return n
    }
    const one = (kind: 'people' | 'season') =>
      input(
        kind,
        fixture(kind === 'people' ? 'harbour-people' : 'harbour-season')
          .subarray(0, 400)
          .toString()
          .split('\n')
          .slice(0, 2)
          .join('\n'),
      )
    expect(await queriesOf(one('people'))).toBe(await queriesOf(PEOPLE()))
    expect(await queriesOf(one('season'))).toBe(await queriesOf(SEASON()))
    expect(await queriesOf(SEASON())).toBe(8)
  })

  test('names a shift of a camp that began days before the file, at the times agreed with its person', async ({
    club,
    world,
  }) => {
    const { site, preview } = await club()
    const { id: person, email } = await world.makePerson(site, { name: 'Sam Lee' })
    const camp = { name: 'Camp', start: '2027-03-28T09:00Z', end: '2027-04-05T09:00Z' }
    const { id: event } = await world.insert(site, 'events', camp)
    const watch = { event, person, start: '2027-04-03T08:00Z', end: '2027-04-03T10:00Z' }
    await world.insert(site, 'shifts', { ...watch, modified_end: '2027-04-03T09:30Z' })
    const warningsAt = async (start: string) => {
      const file = `date,start,end,event,duty,volunteer_email\n2027-04-03,${start},14:00,Race,Helm,${email}\n`
      return (await preview(input('season', file))).rows.map(({ warnings }) => warnings)
    }
    expect(await warningsAt('10:15')).toEqual([['Sam Lee is also on Camp then, 09:00 to 10:30']])
    expect(await warningsAt('10:30')).toEqual([[]])
  })

  test('sees nothing of another site', async ({ club, world }) => {
    const [a, b] = [await club(), await club()]
    await a.apply(PEOPLE())
    expect((await b.preview(SEASON())).unknown_people.length).toBeGreaterThan(100)
    expect((await b.apply(PEOPLE())).counts.create).toBe(140)
    // No one has confirmed these addresses, so that no account of one club is one of the other.
    const { rows } = await world.superuser.query(
      'select count(*)::int as people, count(distinct account_id)::int as accounts from core.people where site_id in ($1, $2) and email = any ($3)',
      [
        a.site.id,
        b.site.id,
        (await world.superuser.query('select email from core.people where site_id = $1', [a.site.id])).rows.map(
          ({ email }) => email,
        ),
      ],
    )
    expect(rows[0].accounts).toBe(rows[0].people)
    expect(rows[0].people).toBeGreaterThanOrEqual(280)
  })
  test('is for admins only', async ({ club, world }) => {
    const { site } = await club()
    const member = memberActor(await world.makePerson(site))
    const commands: ((ctx: Ctx) => Promise<unknown>)[] = [
      (ctx: Ctx) => previewImport(ctx, checkedFor(site, PEOPLE())),
      (ctx: Ctx) => applyImport(ctx, { ...checkedFor(site, PEOPLE()), digest: '', skip_errors: true }),
      (ctx: Ctx) => undoImport(ctx, 1),
    ]
    for (const work of commands)
      await expect(world.act(site, member, work)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('applying', () => {
  const HEADER = 'date,start,end,event,duty,role,location,volunteer_email,notes\n'
  const row = (email = '', notes = '', start = '10:00') =>
    `2027-05-01,${start},12:00,Race,Helm,Main,Slip,${email},${notes}\n`

  test('refuses an import without a preview, and files with problems', async ({ club }) => {
    const { site, act, preview } = await club()
    const { digest } = await preview(PEOPLE())
    for (const other of [SEASON(), { ...PEOPLE(), options: importOptions.parse({ allow_admins: true }) }])
      await expect(
        act((ctx) => applyImport(ctx, { ...checkedFor(site, other), digest, skip_errors: true })),
      ).rejects.toMatchObject({
        code: 'conflict',
      })
    const bad = input('people', 'name,phone\nAnn,1')
    const shown = await preview(bad)
    await expect(
      act((ctx) => applyImport(ctx, { ...checkedFor(site, bad), digest: shown.digest, skip_errors: true })),
    ).rejects.toMatchObject({
      code: 'invalid',
      extras: { issues: { file: ['No column is used as Email, which is required.'] } },
    })
  })

  test('changes people and reverts the changes', async ({ club, world, contents }) => {
    const { site, apply, act } = await club()
    const person = await world.makePerson(site, {
      phone: '+447000000001',
      sms_verified: true,
      tags: ['crew'],
      joined: '2020-01-02',
    })
    const file = input(
      'people',
      `name,email,phone,tags,joined\nNew Name,${person.email.toUpperCase()},07000 000002,,2021-02-03\n`,
    )
    const before = await contents(site, ['people'])
    const { id } = await apply(file)
    const changed = (await contents(site, ['people'])).people!.find((row) => (row as { id: number }).id === person.id)
    expect(changed).toMatchObject({
      name: 'New Name',
      phone: '+447000000002',
      sms_verified: false,
      tags: ['crew'],
      joined: '2021-02-03',
    })
    await act((ctx) => undoImport(ctx, id!))
    const stampless = ({ people }: Record<string, unknown[]>) =>
      people!.map((row) => ({ ...(row as object), updated_at: null }))
    expect(stampless(await contents(site, ['people']))).toEqual(stampless(before))
  })

  test('fills open shifts, makes events longer, and undoes both', async ({ club, world, contents }) => {
    const { site, apply, act } = await club()
    const person = await world.makePerson(site)
    await apply(input('season', HEADER + row() + row()))
    const before = await contents(site, ['events', 'shifts'])
    const later = input('season', HEADER + row(person.email, 'Gloves') + row() + row('', '', '08:00'))
    const { id, counts } = await apply(later)
    expect(counts).toMatchObject({ create: 1, update: 1 })
    const after = await contents(site, ['events', 'shifts'])
    expect(after.events).toMatchObject([{ start: '2027-05-01T07:00:00+00:00', end: '2027-05-01T11:00:00+00:00' }])
    expect(after.shifts!.filter((shift) => (shift as { person: number | null }).person === person.id)).toMatchObject([
      { notes: 'Gloves', sequence: 1, draft: null, assigned_at: expect.any(String) },
    ])
    expect((await apply(later)).id).toBeNull()
    await act((ctx) => undoImport(ctx, id!))
    const plain = (all: Record<string, unknown[]>) =>
      Object.values(all)
        .flat()
        .map((r) => ({ ...(r as object), updated_at: null, sequence: null }))
    expect(plain(await contents(site, ['events', 'shifts']))).toEqual(plain(before))
  })

  test('marks the people of an imported season by what its assignments require', async ({ club, world }) => {
    const { site, act, apply } = await club()
    const { id: competency } = await world.insert(site, 'competencies', { name: 'Powerboat handling' })
    await world.insert(site, 'assignments', { name: 'Safety boat helm', required_competencies: [competency] })
    const { id: person } = await world.makePerson(site, { name: 'Ann Helm', email: 'ann.helm@club.example' })
    const rows = ['Safety boat helm', 'Galley'].map(
      (duty) => `Race,2027-06-05,09:00,12:00,${duty},ann.helm@club.example`,
    )
    await apply(input('season', ['event,date,start,end,duty,email', ...rows].join('\n')))
    const { rows: shifts } = await world.superuser.query(
      `select s.id::int, a.name from core.shifts s join core.assignments a on a.id = s.assignment where s.person = $1`,
      [person],
    )
    const now = new Date('2027-06-01T12:00:00Z')
    expect(shifts).toHaveLength(2)
    const { items } = await act((ctx) =>
      listToDo({ ...ctx, clock: { ...ctx.clock, now: () => now } }, { kind: 'unfit', limit: 5 }),
    )
    expect(items).toMatchObject([
      {
        person,
        facts: { shifts: 1, inactive: false, missing: [{ id: competency, name: 'Powerboat handling', until: null }] },
      },
    ])
  })

  test('is all or nothing', async ({ club, contents }) => {
    const { site, act, preview } = await club()
    const before = await contents(site)
    const { digest } = await preview(SEASON())
    await expect(
      act(async (ctx) => {
        await applyImport(ctx, { ...checkedFor(site, SEASON()), digest, skip_errors: false })
        throw new Error('the power went')
      }),
    ).rejects.toThrow('the power went')
    expect(await contents(site)).toEqual(before)
  })

  test('three concurrent imports of one file create its records once', async ({ club, count }) => {
    const { site, apply } = await club()
    const results = await Promise.allSettled([1, 2, 3].map(() => apply(SEASON())))
    const made = results.filter((r) => r.status === 'fulfilled' && r.value.id !== null)
    expect(made).toHaveLength(1)
    for (const r of results) if (r.status === 'rejected') expect(r.reason).toMatchObject({ code: 'conflict' })
    expect(await count(site, 'shifts t where true')).toBe(554)
  })

  const ROWS = process.env.PROOF ? 20_000 : 4_000

  test(`writes ${ROWS} rows within the limits of a transaction`, async ({ club, count }) => {
    const { site, apply } = await club()
    const rows = Array.from(
      { length: ROWS },
      (_, i) => `2027-05-01,10:00,12:00,Race ${i % 500},Duty ${i % 9},Main,Slip,,`,
    )
    expect((await apply(input('season', HEADER + rows.join('\n')))).counts.create).toBe(ROWS)
    expect(await count(site, 'shifts t where true')).toBe(ROWS)
  })
})
