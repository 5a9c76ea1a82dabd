import { describe, expect, it } from 'vitest'
import { carryOut, fixture, harbourMembers, noSeason, seasonOf, writesOf } from '#tests/support/import-files.ts'
import { importOptions, importPreview } from './contract.ts'
import type { SeasonFacts } from './season-facts.ts'
import { planSeason } from './season-plan.ts'

const HEADER = 'date,start,end,event,event_type,series,location,duty,role,volunteer_email,volunteer_name,notes\n'
const PEOPLE: SeasonFacts['people'] = [
  { id: 1, name: 'Ann Lee', email: 'ann@example.org', assignable: true },
  { id: 2, name: 'Bob Ray', email: 'bob@example.org', assignable: true },
  { id: 3, name: 'Old Tom', email: 'tom@example.org', assignable: false },
]
const row = (
  who = '',
  given: Partial<
    Record<'date' | 'start' | 'end' | 'event' | 'series' | 'location' | 'duty' | 'role' | 'name' | 'notes', string>
  > = {},
) => {
  const g = {
    date: '2027-05-01',
    start: '10:00',
    end: '12:00',
    event: 'Race',
    series: '',
    location: 'Slip',
    duty: 'Helm',
    role: 'Main',
    name: '',
    notes: '',
    ...given,
  }
  return [g.date, g.start, g.end, g.event, 'Racing', g.series, g.location, g.duty, g.role, who, g.name, g.notes].join(
    ',',
  )
}
const file = (...rows: string[]) => HEADER + rows.join('\n')
const outcomes = ({ preview }: ReturnType<typeof seasonOf>) => preview.rows.map((r) => r.outcome)

const options = (given: object) => ({ options: importOptions.parse(given) })

describe('corrections by the person', () => {
  it('apply without changing the file', () => {
    const bytes = file(row('', { date: '2027-02-30' }), row('', { duty: 'Crew' }))
    const wrong = seasonOf(bytes)
    expect(outcomes(wrong)).toEqual(['error', 'create'])
    const right = seasonOf(bytes, noSeason(), options({ corrections: { 2: { date: '2027-02-28' }, 9: { date: 'x' } } }))
    expect(outcomes(right)).toEqual(['create', 'create'])
    expect(right.preview.rows[0]?.cells.date).toBe('2027-02-28')
    expect(right.preview.digest).not.toBe(wrong.preview.digest)
  })
  it('complete the end of a truncated row', () => {
    const cut = `${HEADER}2027-05-01,10:00,12:00,Race`
    expect(outcomes(seasonOf(cut, noSeason(), options({ corrections: { 2: { duty: 'Helm', notes: '' } } })))).toEqual([
      'create',
    ])
  })
  it('choose the order of ambiguous days', () => {
    const bytes = file(row('', { date: '04/05/2027' }))
    expect(seasonOf(bytes).preview).toMatchObject({ asks_date_order: true, counts: { error: 1 } })
    const told = seasonOf(bytes, noSeason(), options({ date_order: 'dmy' }))
    expect(told.plan.events[0]?.start).toBe(Date.parse('2027-05-04T09:00:00Z'))
    expect(seasonOf(file(row())).preview.asks_date_order).toBe(false)
  })
})

describe('the harbour season', () => {
  const facts = noSeason(harbourMembers())
  const first = seasonOf(fixture('harbour-season'), facts)
  it('has 554 places in 77 events, 99 of them open', () => {
    expect(first.preview.counts).toMatchObject({ create: 554, update: 0, same: 0, error: 0 })
    expect(first.plan.events).toHaveLength(77)
    expect(first.plan.shifts).toHaveLength(554)
    expect(first.plan.shifts.filter((shift) => shift.person === null)).toHaveLength(99)
    expect(first.preview.unknown_people).toEqual([])
    expect(first.preview.creates).toMatchObject({
      eventtypes: ['Club racing', 'Safety cover', 'Training', 'Open event'],
      series: ['Spring Series', 'Wednesday Evenings', 'Cadets 2027', 'Summer Series', 'Regatta Week', 'Autumn Series'],
      roles: ['Main', 'Slipway'],
    })
    expect(importPreview.parse(first.preview)).toEqual(first.preview)
  })
  it('warns only of clock changes and identical open places', () => {
    const warnings = first.preview.rows.flatMap((r) => r.warnings)
    const clocks = warnings.filter((text) => text.includes('on this day'))
    expect(clocks).toEqual([
      '01:30 does not exist on this day; 02:30 is used',
      '01:30 does not exist on this day; 02:30 is used',
      '01:30 happens twice on this day; the first is used',
      '01:30 happens twice on this day; the first is used',
    ])
    expect(warnings.filter((text) => text.includes('kept as open shifts'))).toHaveLength(12)
    expect(warnings).toHaveLength(16)
  })
  it('changes nothing the second time', () => {
    const again = seasonOf(fixture('harbour-season'), carryOut(first.plan, facts))
    expect(again.preview.counts).toMatchObject({ create: 0, update: 0, same: 554, error: 0 })
    expect(writesOf(again.plan)).toBe(0)
  })
  it('changes nothing the second time even if all people are unknown', () => {
    const strangers = seasonOf(fixture('harbour-season'))
    expect(strangers.preview.unknown_people.flatMap((person) => person.lines)).toHaveLength(455)
    expect(strangers.plan.shifts.every((shift) => shift.person === null)).toBe(true)
    const again = seasonOf(fixture('harbour-season'), carryOut(strangers.plan, noSeason()))
    expect([again.preview.counts.same, writesOf(again.plan)]).toEqual([554, 0])
    const known = seasonOf(fixture('harbour-season'), { ...carryOut(strangers.plan, noSeason()), people: facts.people })
    expect(known.preview.counts).toMatchObject({ create: 0, update: 455, same: 99, error: 0 })
  })
  it('puts the overnight race across midnight', () => {
    const race = first.plan.events.find((event) => event.name === 'Midsummer Overnight Race')
    expect([race?.start, race?.end]).toEqual([Date.UTC(2027, 6, 3, 18), Date.UTC(2027, 6, 4, 1)])
  })
})

describe('the broken file, line by line', () => {
  const { preview, plan } = seasonOf(fixture('harbour-season-broken'), noSeason(harbourMembers()))
  const byLine = new Map(preview.rows.map((r) => [r.line, r]))
  const ERRORS: Record<number, Record<string, string[]>> = {
    5: { date: ['This day does not exist'] },
    7: { start: ['Not a time'] },
    10: { volunteer_email: ['Invalid email.'] },
    13: { event: ['Required.'] },
    16: { end: ['Ends before it starts'] },
    19: { duty: ['This looks like a spreadsheet formula.'] },
    22: { non_field_errors: ['This row has 7 columns, but the header has 12.'], duty: ['Required.'] },
    28: { date: ['Date format must be YYYY-MM-DD'] },
    35: { event: ['Too long: 400 characters, at most 200.'] },
  }
  const WARNINGS: Record<number, string[]> = {
    25: ['No one here has the email nobody@example.org; the shift is left open'],
    26: ['01:30 does not exist on this day; 02:30 is used'],
    27: ['01:30 does not exist on this day; 02:30 is used'],
    31: ['Same as line 30; both are kept as open shifts'],
    38: ["The name here is Robert'); DROP TABLE people;--; by email this is Priya Davies"],
    42: ['The name here is Ólafur Zieli?ska; by email this is Ólafur Zielińska'],
  }
  it.each([...byLine.keys()])('line %d', (line) => {
    const { outcome, errors, warnings } = byLine.get(line)!
    expect({ outcome, errors, warnings }).toEqual({
      outcome: ERRORS[line] ? 'error' : 'create',
      errors: ERRORS[line] ?? {},
      warnings: WARNINGS[line] ?? [],
    })
  })
  it('has 60 rows: 51 to create and 9 errors', () => {
    expect(preview.counts).toEqual({ create: 51, update: 0, same: 0, error: 9, warning: 6 })
    expect(plan.shifts).toHaveLength(51)
    expect(preview.unknown_people).toEqual([{ email: 'nobody@example.org', name: '', lines: [25] }])
  })
})

describe('the same place', () => {
  it('is an error for the same person, and counts twice when open', () => {
    const { preview } = seasonOf(
      file(row('ann@example.org'), row(), row('ANN@example.org', { event: 'race ' }), row()),
      noSeason(PEOPLE),
    )
    expect(preview.rows.map((r) => r.outcome)).toEqual(['create', 'create', 'error', 'create'])
    expect(preview.rows[2]?.errors).toEqual({ volunteer_email: ['Same person, event and assignment as line 2.'] })
  })
  it('differs by duty, role, time, day, event or series', () => {
    const ann = 'ann@example.org'
    const rows = [
      {},
      { duty: 'Crew' },
      { role: 'Slip' },
      { start: '09:00' },
      { date: '2027-05-02' },
      { event: 'Gala' },
      { series: 'Cup' },
    ]
    const result = seasonOf(file(...rows.map((given) => row(ann, given))), noSeason(PEOPLE))
    expect(result.preview.counts).toMatchObject({ create: 7, error: 0 })
    expect(result.plan.events.map((e) => [e.name, e.series])).toEqual([
      ['Race', null],
      ['Race', null],
      ['Gala', null],
      ['Race', 'cup'],
    ])
  })
})

describe('against the roster', () => {
  const start = (...rows: string[]) => carryOut(seasonOf(file(...rows), noSeason(PEOPLE)).plan, noSeason(PEOPLE))
  const ANN = 'ann@example.org'
  const BOB = 'bob@example.org'

  it('assigns the file’s person to an open place', () => {
    const result = seasonOf(file(row(ANN), row()), start(row(), row()))
    expect(outcomes(result)).toEqual(['update', 'same'])
    expect(result.preview.rows[0]?.changes).toEqual({ person: { from: '', to: 'Ann Lee' } })
    expect(result.plan.shift_updates).toMatchObject([{ line: 2, person: 1 }])
    expect(result.plan.shifts).toEqual([])
  })
  it('never takes a place from anyone', () => {
    for (const who of ['', BOB]) {
      const result = seasonOf(file(row(who)), start(row(ANN)))
      expect(outcomes(result)).toEqual(['same'])
      expect(result.preview.rows[0]?.warnings).toEqual(['Ann Lee holds this shift and keeps it'])
      expect(writesOf(result.plan)).toBe(0)
    }
  })
  it('pairs places as a multiset, in any order', () => {
    const result = seasonOf(file(row(), row(BOB), row(ANN), row()), start(row(ANN), row(), row(BOB)))
    expect(outcomes(result).sort()).toEqual(['create', 'same', 'same', 'same'])
    expect(result.plan.shifts).toMatchObject([{ person: null }])
    const swapped = seasonOf(file(row(BOB), row()), start(row(ANN), row()))
    expect(outcomes(swapped)).toEqual(['update', 'same'])
  })
  it('keeps places that the file does not have', () => {
    const result = seasonOf(file(row(ANN)), start(row(ANN), row(BOB), row('', { duty: 'Crew' })))
    expect([outcomes(result), writesOf(result.plan)]).toEqual([['same'], 0])
  })
  it('adds places and events to existing ones', () => {
    const result = seasonOf(file(row(ANN), row(BOB), row('', { date: '2027-05-08' })), start(row(ANN)))
    expect(outcomes(result)).toEqual(['same', 'create', 'create'])
    expect(result.plan.events).toHaveLength(1)
    expect(result.plan.shifts[0]?.event).toEqual({ id: expect.any(Number) })
    expect(result.plan.lookups.roles.size + result.plan.lookups.assignments.size).toBe(0)
  })
  it('ignores case and spacing of names', () => {
    const result = seasonOf(
      file(row(ANN, { duty: ' HELM', location: 'slip', event: 'RACE', role: 'main' })),
      start(row(ANN)),
    )
    expect([outcomes(result), writesOf(result.plan)]).toEqual([['same'], 0])
  })
  it('extends an event’s times, never shortens them', () => {
    const facts = start(row())
    const longer = seasonOf(file(row(), row('', { start: '08:00', end: '13:00' })), facts)
    expect(longer.plan.event_updates).toEqual([
      { id: facts.events[0]?.id, start: Date.UTC(2027, 4, 1, 7), end: Date.UTC(2027, 4, 1, 12) },
    ])
    expect(longer.preview.rows[0]).toMatchObject({
      outcome: 'update',
      changes: {
        event_start: { from: '2027-05-01 10:00', to: '2027-05-01 08:00' },
        event_end: { to: '2027-05-01 13:00' },
      },
    })
    const after = carryOut(longer.plan, facts)
    expect(writesOf(seasonOf(file(row(), row('', { start: '08:00', end: '13:00' })), after).plan)).toBe(0)
    expect(writesOf(seasonOf(file(row()), after).plan)).toBe(0)
  })
  it('reports a new place or note of a shift', () => {
    const facts = start(row(ANN))
    const result = seasonOf(file(row(ANN, { location: 'Pier', notes: 'Bring gloves' })), facts)
    expect(result.preview.rows[0]?.changes).toEqual({
      event_location: { from: 'Slip', to: 'Pier' },
      location: { from: 'Slip', to: 'Pier' },
      notes: { from: '', to: 'Bring gloves' },
    })
    expect([...result.plan.lookups.locations]).toEqual([['pier', 'Pier']])
    const again = seasonOf(file(row(ANN, { location: 'Pier', notes: 'Bring gloves' })), carryOut(result.plan, facts))
    expect([outcomes(again), writesOf(again.plan)]).toEqual([['same'], 0])
  })
  it('finds an event’s day in the site’s zone', () => {
    const facts = { ...noSeason(PEOPLE), zone: 'Australia/Sydney' }
    const early = file(row(ANN, { start: '00:30', end: '02:00' }))
    const after = carryOut(seasonOf(early, facts).plan, facts)
    expect(after.events[0]?.start).toBe(Date.UTC(2027, 3, 30, 14, 30))
    expect(writesOf(seasonOf(early, after).plan)).toBe(0)
  })
})

describe('people', () => {
  it('lists unknown people once and keeps their places open', () => {
    const { preview, plan } = seasonOf(
      file(row('x@y.zz'), row('X@y.zz', { duty: 'Crew', name: 'Xen' })),
      noSeason(PEOPLE),
    )
    expect(preview.unknown_people).toEqual([{ email: 'x@y.zz', name: 'Xen', lines: [2, 3] }])
    expect(plan.shifts.map((shift) => shift.person)).toEqual([null, null])
  })
  it('keeps places of inactive people open, and finds a person by name alone', () => {
    const { preview, plan } = seasonOf(
      file(row('tom@example.org'), row('', { name: 'Ann Lee', duty: 'Crew' })),
      noSeason(PEOPLE),
    )
    expect(preview.rows.flatMap((r) => r.warnings)).toEqual(['Old Tom is not an active member; the shift is left open'])
    expect(plan.shifts.map((shift) => shift.person)).toEqual([null, PEOPLE.find(({ name }) => name === 'Ann Lee')?.id])
  })
  it('accepts another name for a known email', () => {
    const warningsOf = (name: string) =>
      seasonOf(file(row('ann@example.org', { name })), noSeason(PEOPLE)).preview.rows[0]?.warnings
    expect(warningsOf('ann  LEE')).toEqual([])
    expect(warningsOf('Anna Lee')).toEqual(['The name here is Anna Lee; by email this is Ann Lee'])
  })
})

it('rejects a row that ends early, even without a missing required field', () => {
  const { preview } = seasonOf(`${HEADER}2027-05-01,10:00,12:00,Race,,,,Helm,Main`)
  expect(preview.rows[0]?.errors).toEqual({ non_field_errors: ['This row has 9 columns, but the header has 12.'] })
})

/** Counts how often any field of the records is read. */
const counted = <T extends object>(list: readonly T[], count: { reads: number }): T[] =>
  list.map(
    (record) =>
      new Proxy(record, {
        get: (target, key) => {
          count.reads += 1
          return Reflect.get(target, key)
        },
      }),
  )

it('reads each row and fact equally often in a file of thousands', () => {
  const readsEach = (n: number) => {
    const bytes = file(
      ...Array.from({ length: n }, (_, i) => row('', { event: `Race ${i % (n / 10)}`, duty: `Duty ${i % 7}` })),
    )
    const first = seasonOf(bytes, noSeason(PEOPLE))
    const facts = carryOut(first.plan, noSeason(PEOPLE))
    const count = { reads: 0 }
    const rows = first.file.rows.map((read) => ({
      ...read,
      values: read.values && counted([read.values], count)[0]!,
    }))
    const plan = planSeason(counted(rows, count), {
      ...facts,
      people: counted(facts.people, count),
      events: counted(facts.events, count),
      shifts: counted(facts.shifts, count),
    })
    expect(plan.rows.every(({ outcome }) => outcome === 'same')).toBe(true)
    return count.reads / n
  }
  expect(readsEach(4_000)).toBeLessThan(readsEach(400) * 1.1)
})
