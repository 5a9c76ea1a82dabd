import { expect, test } from 'vitest'
import { carryOut, fixture, noSeason, seasonOf, writesOf } from '#tests/support/import-files.ts'
import { importOptions } from './contract.ts'
import type { SeasonFacts } from './season-facts.ts'

/** The same sheet after someone changed it. */
const PEOPLE = [5, 6].map((id) => ({ id, name: `P${id}`, email: `${id}@example.org`, assignable: true }))
const DANA = { id: 4, name: 'Dana North', email: 'dana@example.org', assignable: true }
const HEAD = 'Date,Start,End,Event,Assignment,Volunteer email,Location\n'
const row = (start: string, end: string, who = '', where = '', duty = 'Galley') =>
  `2027-06-19,${start},${end},Club race,${duty},${who && `${who}@example.org`},${where}\n`
const club = (text: string | Uint8Array, people = PEOPLE) => {
  const facts = noSeason(people)
  return carryOut(seasonOf(text, facts).plan, facts)
}
const times = ({ shifts }: SeasonFacts) =>
  shifts.map(({ start, end, person }) => [
    ...[start, end].map((at) => new Date(at).toISOString().slice(11, 16)),
    person,
  ])
const again = (facts: SeasonFacts, text: string | Uint8Array, given = {}) => {
  const made = seasonOf(text, facts, { options: importOptions.parse(given) })
  return { ...made, after: carryOut(made.plan, facts) }
}

test('moves the shift and its event to changed times; a third import changes nothing', () => {
  const facts = club(fixture('cases/retimed-1'), [DANA])
  const { preview, after } = again(facts, fixture('cases/retimed-2'))
  expect(preview.rows[0]).toMatchObject({
    outcome: 'update',
    changes: {
      start: { from: '09:30', to: '10:00' },
      end: { from: '12:30', to: '13:00' },
      event_start: { from: '2027-06-19 09:30', to: '2027-06-19 10:00' },
      event_end: { from: '2027-06-19 12:30', to: '2027-06-19 13:00' },
    },
  })
  expect(preview.counts).toMatchObject({ create: 0, update: 1, error: 0 })
  expect(times(after)).toEqual([['09:00', '12:00', 4]])
  const third = again(after, fixture('cases/retimed-2'))
  expect([third.preview.rows[0]?.outcome, writesOf(third.plan)]).toEqual(['same', 0])
})

test('adds shifts at other times if the person says so', () => {
  const { preview, after } = again(club(fixture('cases/retimed-1'), [DANA]), fixture('cases/retimed-2'), {
    move_times: false,
  })
  expect(preview.counts.create).toBe(1)
  expect(after.shifts).toHaveLength(2)
})

test('does not move a shift that the file still has', () => {
  const morning = row('09:30', '12:30', '5')
  const facts = club(HEAD + morning)
  const { preview, after } = again(facts, HEAD + morning + row('14:00', '16:00', '5'))
  expect(preview.rows.map(({ outcome, changes }) => [outcome, Object.keys(changes)])).toEqual([
    ['update', ['event_end']],
    ['create', []],
  ])
  expect(times(after)).toEqual([
    ['08:30', '11:30', 5],
    ['13:00', '15:00', 5],
  ])
})

test.each([
  ['of one person', ['5', '6'], ['5', '6'], [5, 6]],
  ['open', ['', ''], ['', ''], [null, null]],
  ['open in the file, taken since', ['5', ''], ['', ''], [5, null]],
  ['named in the file, open before', ['', ''], ['5', ''], [5, null]],
] as const)('moves each shift once: %s', (_, before, after, people) => {
  const facts = club(HEAD + before.map((who) => row('09:30', '12:30', who)).join(''))
  const { preview, after: moved } = again(facts, HEAD + after.map((who) => row('10:00', '13:00', who)).join(''))
  expect(preview.counts).toMatchObject({ create: 0, error: 0 })
  expect(times(moved).map(([start]) => start)).toEqual(['09:00', '09:00'])
  expect(moved.shifts.map(({ person }) => person).sort()).toEqual([...people].sort())
})

test('treats another person, place, assignment or day as another shift', () => {
  const facts = club(HEAD + row('09:30', '12:30', '5', 'Jetty') + row('09:30', '12:30', '', 'Jetty', 'Bar'))
  for (const text of [
    row('10:00', '13:00', '6', 'Jetty'),
    row('10:00', '13:00', '', 'Boathouse', 'Bar'),
    row('10:00', '13:00', '5', 'Jetty', 'Gate'),
    row('10:00', '13:00', '5', 'Jetty').replace('06-19', '06-20'),
  ])
    expect(again(facts, HEAD + text).preview.counts, text).toMatchObject({ create: 1, update: 0 })
})

test('moves both shifts of a person in order', () => {
  const facts = club(HEAD + row('09:00', '10:00', '5') + row('13:00', '14:00', '5'))
  const { after } = again(facts, HEAD + row('14:30', '15:30', '5') + row('09:30', '10:30', '5'))
  expect(times(after)).toEqual([
    ['08:30', '09:30', 5],
    ['13:30', '14:30', 5],
  ])
})

test('keeps the times of a begun shift, and an event’s edge that was not its shifts’', () => {
  const facts = club(HEAD + row('09:30', '12:30', '5'))
  const begun = { ...facts, shifts: facts.shifts.map((shift) => ({ ...shift, begun: true })) }
  expect(again(begun, HEAD + row('10:00', '13:00', '5')).preview.counts).toMatchObject({ create: 1, update: 0 })
  const [event] = facts.events
  const longer = { ...facts, events: [{ ...event!, start: event!.start - 3_600_000 }] }
  const { plan } = again(longer, HEAD + row('10:00', '12:30', '5'))
  expect([plan.event_updates, plan.shift_updates.length]).toEqual([[], 1])
})

test('matches thousands of rows at other times in less than quadratic steps', () => {
  const rows = Array.from({ length: 2_000 }, () => row('09:30', '12:30'))
  const facts = club(HEAD + rows.join(''))
  let reads = 0
  const counted = {
    ...facts,
    shifts: facts.shifts.map((shift) =>
      Object.defineProperty({ ...shift }, 'start', {
        get: () => {
          reads++
          return shift.start
        },
      }),
    ),
  }
  const moved = seasonOf(HEAD + rows.join('').replaceAll('09:30', '10:00'), counted)
  expect(moved.plan.shift_updates).toHaveLength(2_000)
  expect(reads).toBeLessThan(2_000 * 100)
})

test('warns in each row that gives or moves an overlapping shift', () => {
  const race = row('09:30', '12:30', '5')
  const supper = (start: string, end: string) => row(start, end, '5').replace('Club race', 'Supper')
  const clash = (file: string, facts = noSeason(PEOPLE)) =>
    again(facts, HEAD + file).preview.rows.map((one) => one.warnings)
  expect(clash(race + supper('12:00', '14:00'))).toEqual([
    ['P5 is also on Supper then, 12:00 to 14:00'],
    ['P5 is also on Club race then, 09:30 to 12:30'],
  ])
  expect(clash(race + supper('12:30', '14:00'))).toEqual([[], []])
  const facts = club(HEAD + race + supper('12:30', '14:00'))
  expect(clash(row('10:00', '13:00', '5') + supper('12:30', '14:00'), facts)).toEqual([
    ['P5 is also on Supper then, 12:30 to 14:00'],
    [],
  ])
  const off = { ...facts, events: facts.events.map((event) => ({ ...event, off: event.name === 'Supper' })) }
  expect(clash(row('10:00', '13:00', '5'), off)).toEqual([[]])
  const later = {
    ...facts,
    shifts: facts.shifts.map((shift) => ({ ...shift, agreed: { ...shift.agreed, start: shift.start + 3_600_000 } })),
  }
  expect(clash(row('10:00', '13:00', '5'), later)).toEqual([[]])
})
