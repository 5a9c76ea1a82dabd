import { expect, test } from 'vitest'
import { fixture, NO_PEOPLE, noSeason, peopleOf, seasonOf } from '#tests/support/import-files.ts'
import { importOptions } from './contract.ts'
import type { ExistingPerson } from './people-plan.ts'
import { dateOf, phoneOf, splitEntries, timeOf, turnName } from './rules.ts'

const DANA: ExistingPerson = {
  id: 4,
  email: 'dana@example.org',
  name: 'Dana North',
  phone: '+447700900103',
  role: 'user',
  is_active: true,
  tags: ['keyholder', 'committee'],
  email_reminders: true,
  sms_notifications: false,
  joined: '2021-11-05',
  competencies: [],
}
const KNOWN = { people: [], competencies: ['Powerboat handling', 'First aid afloat', 'Helm/Crew'] }
const options = (given: object) => ({ options: importOptions.parse(given) })
const cases = (name: string) => fixture(`cases/${name}`)
const people = (bytes: Uint8Array | string, facts = NO_PEOPLE, given = {}) => peopleOf(bytes, facts, options(given))

test('reads our own export of people back unchanged', () => {
  const { preview } = people(cases('own-people-export'), { people: [DANA], competencies: [] })
  expect(preview.rows.map(({ outcome, changes }) => [outcome, changes])).toEqual([['same', {}]])
})

test.each([
  ['cases/first-and-last-name', {}],
  ['Vorname,Nachname,E-Mail\nDana,North,dana@example.org\nKim,West,kim@example.org\n', {}],
  ['First name,Surname,Email\nDana,North,dana@example.org\nKim,West,kim@example.org\n', {}],
])('joins two columns of a name: %s', (file, given) => {
  const bytes = file.startsWith('cases/') ? fixture(file) : file
  const { plan, preview } = people(bytes, NO_PEOPLE, { ...given, date_order: 'dmy' })
  expect(preview.problems).toEqual([])
  expect(plan.creates.map(({ values }) => values.name)).toEqual(['Dana North', 'Kim West'])
})

test('warns of first names alone, and rejects a row without any name at its cell', () => {
  const { preview } = people('Forename,Email\nDana,dana@example.org\n,kim@example.org\n')
  expect(preview.rows.map(({ warnings, errors }) => [warnings, errors])).toEqual([
    [['The file has first names only'], {}],
    [[], { first_name: ['Required.'] }],
  ])
})

test('reorders surname-first names unless told not to', () => {
  const names = (given = {}) =>
    people(cases('surname-first'), NO_PEOPLE, given).plan.creates.map(({ values }) => values.name)
  expect(names()).toEqual(['Dana North'])
  expect(names({ turn_names: false })).toEqual(['North, Dana'])
  expect(['North,Dana', 'North, Dr Dana', 'North, Jr.', 'Dana North', 'North,', 'A, B, C'].map(turnName)).toEqual([
    ...['Dana North', 'Dr Dana North', 'North, Jr.', 'Dana North', 'North,', 'A, B, C'],
  ])
})

test('reads lists as people type them', () => {
  const { plan } = people(cases('lists'), KNOWN)
  expect(plan.competencies).toEqual([])
  expect(plan.records).toHaveLength(4)
  expect(plan.creates.map(({ values }) => values.tags)).toEqual([['helm', 'safety'], ['helm']])
  const isKnown = (key: string) => ['helm/crew', 'helm', 'crew', 'first aid'].includes(key)
  expect(splitEntries(['Helm/Crew', 'Helm / First aid', 'Helm/Bow', 'A, B'], isKnown)).toEqual([
    ...['Helm/Crew', 'Helm', 'First aid', 'Helm/Bow', 'A', 'B'],
  ])
})

test('asks at its rows, once per file, about a new competency that contains a known one', () => {
  const file =
    'Name,Email,Qualifications\nDana,dana@example.org,Powerboat handling 2\nKim,kim@example.org,First aid afloat; powerboat handling 2\nLee,lee@example.org,Helm/Crew\n'
  const named = (given: object) => {
    const { preview, plan } = people(file, KNOWN, given)
    return [
      preview.rows.map(({ outcome }) => outcome),
      plan.records.map(({ competency }) => competency),
      plan.competencies,
    ]
  }
  const asked = people(file, KNOWN)
  expect(asked.preview.rows[0]).toMatchObject({
    outcome: 'error',
    errors: { competencies: ['Is “Powerboat handling 2” the same as “Powerboat handling”, or another competency?'] },
    questions: [
      {
        field: 'competencies',
        about: 'Powerboat handling 2',
        choices: [
          { value: 'Powerboat handling', label: 'The same as Powerboat handling' },
          { value: 'Powerboat handling 2', label: 'Add Powerboat handling 2' },
        ],
      },
    ],
  })
  expect(named({})).toEqual([['error', 'error', 'create'], ['Helm/Crew'], []])
  expect(named({ competencies: { 'Powerboat handling 2': 'Powerboat handling' } })).toEqual([
    ['create', 'create', 'create'],
    ['Powerboat handling', 'First aid afloat', 'Powerboat handling', 'Helm/Crew'],
    [],
  ])
  expect(named({ competencies: { 'Powerboat handling 2': 'Powerboat handling 2' } })).toEqual([
    ['create', 'create', 'create'],
    ['Powerboat handling 2', 'First aid afloat', 'Powerboat handling 2', 'Helm/Crew'],
    ['Powerboat handling 2'],
  ])
  const again = { people: [], competencies: [...KNOWN.competencies, 'Powerboat handling 2'] }
  expect(people(file, again).preview.counts.error, 'nothing is asked once it is known').toBe(0)
  const plain = people('Name,Email,Qualifications\nDana,dana@example.org,Radio\n', KNOWN)
  expect([plain.preview.rows[0]?.questions, plain.plan.competencies]).toEqual([[], ['Radio']])
})

test('finds the header below a title', () => {
  const { preview, plan } = people(cases('title-row'))
  expect(preview.problems).toEqual([])
  expect(plan.creates.map(({ values }) => values.phone)).toEqual(['+447700900103'])
})

test('asks for the order of days with two-digit years only', () => {
  const asked = people(cases('dates'))
  expect(asked.preview.asks_date_order).toBe(true)
  const joined = (date_order: string) =>
    people(cases('dates'), NO_PEOPLE, { date_order }).plan.creates.map(({ values }) => values.joined)
  expect(joined('dmy')).toEqual(['2026-04-03', '2026-04-03', '2026-04-03'])
  expect(joined('mdy')).toEqual(['2026-03-04', '2026-04-03', '2026-03-04'])
})

test.each([
  '3 April 2027',
  '3rd Apr 27',
  '03-Apr-2027',
  '3. April 2027',
  'April 3, 2027',
  'Sat 3 April 2027',
  'Saturday, 3 April 2027',
  '2027/4/3',
  '2027-04-03T09:30:00Z',
  '2027-04-03 00:00:00',
  '3 April 2027 at 9:30 am',
])('accepts %s as a day', (cell) => {
  expect(dateOf(cell).value?.toString()).toBe('2027-04-03')
})

test.each(['Sat 03/04/2027', '03.04.27', '3/4/27', '03/04/2027 09:30'])(
  'accepts %s as a day once its order is chosen',
  (cell) => {
    expect(dateOf(cell).error).toBe('Date format must be YYYY-MM-DD')
    expect(dateOf(cell, 'dmy').value?.toString()).toBe('2027-04-03')
  },
)

test.each(['31 April 2027', '30 Feb 27'])('rejects %s', (cell) => {
  expect(dateOf(cell).error).toBe('This day does not exist')
})

test.each(['Smarch 3, 2027', '3 4 2027', '3 April', 'tomorrow', 'a'.repeat(100_000), '3 '.repeat(50_000)])(
  '%.20s is no day',
  (cell) => {
    expect(dateOf(cell, 'dmy').error).toBe('Date format must be YYYY-MM-DD')
  },
)

test.each([
  ['0930', '09:30'],
  ['930', '09:30'],
  ['9.30', '09:30'],
  ['9:30 AM', '09:30'],
  ['9.30pm', '21:30'],
  ['9:30 p.m.', '21:30'],
  ['9h30', '09:30'],
  ['9am', '09:00'],
  ['12am', '00:00'],
  ['12 pm', '12:00'],
  ['1830h', '18:30'],
  ['9:30 Uhr', '09:30'],
  ['noon', '12:00'],
  ['Midnight', '00:00'],
  ['9:30:00', '09:30'],
])('%s is %s', (cell, time) => {
  expect(timeOf(cell).value?.toString()).toBe(`${time}:00`)
})

test.each(['9', '25:00', '9:60', '13pm', '0am', '24:00', '9:30:15', 'a.m.', 'later', '99999', '1'.repeat(100_000)])(
  '%.20s is no time',
  (cell) => {
    expect(timeOf(cell).error).toBe('Not a time')
  },
)

test.each([
  ['07700 900103', '+447700900103'],
  ['+44 (0)7700 900103', '+447700900103'],
  ['0044 (0) 7700-900103', '+447700900103'],
  ['07700–900‑103', '+447700900103'],
  ['07700.900.103', '+447700900103'],
  ['(07700) 900103', '+447700900103'],
  ['07700 900103 (mobile)', '+447700900103'],
  ['07700 900103 home', '+447700900103'],
  ['Mob: 07700 900103', '+447700900103'],
  ['n/a', null],
  ['-', null],
  ['None', null],
])('the phone %s is %s', (cell, number) => {
  expect(phoneOf(cell, 'GB')).toEqual({ value: number })
})

test.each(['call me', '07700 900103 / 07700 900104', '1'.repeat(1_000), `+${'4 '.repeat(40)}`])(
  'the phone %.30s is an error',
  (cell) => {
    expect(phoneOf(cell, 'GB').error).toContain('country code')
  },
)

const member = (id: number, name: string) => ({ id, name, email: `${id}@example.org`, assignable: true })

test('reads times as people write them', () => {
  const { plan } = seasonOf(cases('times'))
  expect(plan.shifts.map(({ start, end }) => [new Date(start).toISOString(), (end - start) / 3_600_000])).toEqual(
    Array(3).fill(['2027-04-03T08:30:00.000Z', 3]),
  )
})

test('finds the one active person of a name, also surname-first', () => {
  const facts = (...people: ReturnType<typeof member>[]) => noSeason(people)
  const persons = (file: Uint8Array | string, ...of: ReturnType<typeof member>[]) =>
    seasonOf(file, facts(...of)).plan.shifts.map(({ person }) => person)
  const turned = 'Date,Start,End,Event,Assignment,Volunteer\n2027-04-03,09:30,12:30,Race 1,Galley,"NORTH, dana"\n'
  expect(persons(cases('roster-by-name'), member(5, 'Dana North'))).toEqual([5])
  expect(persons(turned, member(5, 'Dana North'))).toEqual([5])
  for (const [message, people] of [
    ['No one active here has this name.', []],
    ['No one active here has this name.', [{ ...member(5, 'Dana North'), assignable: false }]],
    ['Several people here have this name.', [member(5, 'Dana North'), member(6, 'dana  north')]],
  ] as const) {
    const { preview, plan } = seasonOf(cases('roster-by-name'), noSeason(people))
    expect(plan.shifts).toEqual([])
    expect(preview.rows[0]).toMatchObject({
      outcome: 'error',
      errors: { volunteer_name: [expect.stringContaining(message)] },
    })
  }
})

const NAMESAKES = [member(5, 'Dana North'), member(6, 'dana  north')]

test('asks at the cell which of two namesakes is meant', () => {
  const asked = seasonOf(cases('roster-by-name'), noSeason(NAMESAKES))
  const { line, questions } = asked.preview.rows[0]!
  expect(questions).toEqual([
    {
      field: 'volunteer_name',
      about: 'Dana North',
      choices: [
        { value: '5@example.org', label: 'Dana North, 5@example.org' },
        { value: '6@example.org', label: 'dana  north, 6@example.org' },
      ],
    },
  ])
  for (const id of [5, 6]) {
    const corrections = { [line]: { volunteer_name: `${id}@example.org` } }
    const { preview, plan } = seasonOf(cases('roster-by-name'), noSeason(NAMESAKES), options({ corrections }))
    expect([preview.rows[0]?.outcome, plan.shifts[0]?.person]).toEqual(['create', id])
  }
})

test('finds volunteers by first and last name, and asks there too', () => {
  const file =
    'Date,Start,End,Event,Assignment,First name,Last name\n2027-04-03,09:30,12:30,Race 1,Galley,Dana,North\n2027-04-03,09:30,12:30,Race 1,Bar,,\n'
  const { preview, plan } = seasonOf(file, noSeason([member(5, 'Dana North')]))
  expect([preview.counts.error, plan.shifts.map(({ person }) => person)]).toEqual([0, [5, null]])
  const [asked] = seasonOf(file, noSeason(NAMESAKES)).preview.rows
  expect(asked?.questions[0]).toMatchObject({ field: 'volunteer_last_name', about: 'Dana North' })
  const chosen = options({ corrections: { 2: { volunteer_last_name: '6@example.org' } } })
  expect(seasonOf(file, noSeason(NAMESAKES), chosen).plan.shifts.map(({ person }) => person)).toEqual([6, null])
  const nobody = seasonOf(file).preview.rows[0]
  expect(Object.keys(nobody?.errors ?? {})).toEqual(['volunteer_last_name'])
  const german = file.replace('First name,Last name', 'Vorname,Nachname')
  expect(seasonOf(german, noSeason([member(5, 'Dana North')])).plan.shifts[0]?.person).toBe(5)
})

test('creates a shift per person needed', () => {
  const { plan, preview } = seasonOf(cases('needed-count'))
  expect([plan.shifts.length, preview.counts.create]).toEqual([3, 1])
  const file = (needed: string, who = '') =>
    `Date,Start,End,Event,Assignment,Needed,Volunteer\n2027-04-03,09:30,12:30,Race 1,Galley,${needed},${who}\n`
  expect(
    seasonOf(file('2', 'Dana North'), noSeason([member(5, 'Dana North')])).plan.shifts.map(({ person }) => person),
  ).toEqual([5, null])
  for (const needed of ['0', '51', '-1', '1.5', 'two'])
    expect(seasonOf(file(needed)).preview.rows[0]?.errors).toEqual({ needed: ['Must be a whole number from 1 to 50.'] })
})

test('ends a night shift on the next day', () => {
  const { plan } = seasonOf(
    'Date,Start,End,Event,Assignment\n2027-06-05,18:00,08:00,Watch,Warden\n2027-06-05,18:00,24:00,Watch,Bar\n',
  )
  expect(plan.shifts.map(({ start, end }) => (end - start) / 3_600_000)).toEqual([14, 6])
})

test('reads a day and a time from one cell', () => {
  const spans = (text: string) =>
    seasonOf(text).plan.shifts.map(({ start, end }) => [new Date(start).toISOString(), (end - start) / 3_600_000])
  expect(spans('Start,End,Event,Assignment\n2027-04-03 09:30,2027-04-03 12:30,Race 1,Galley\n')).toEqual([
    ['2027-04-03T08:30:00.000Z', 3],
  ])
  expect(spans('Date,End,Event,Assignment\n2027-04-03T09:30,12:30,Race 1,Galley\n')).toEqual([
    ['2027-04-03T08:30:00.000Z', 3],
  ])
  const { preview } = seasonOf(
    'Start,End,Event,Assignment\n09:30,12:30,Race 1,Galley\n2027-04-03 09:30,2027-04-06 12:30,Race 1,Galley\n',
  )
  expect(preview.rows.map(({ errors }) => Object.keys(errors))).toEqual([['start'], ['end']])
})

test('ends a shift after its event type’s usual length, else after the given one', () => {
  const type = { id: 9, name: 'Race day', default_duration: 240 }
  const facts = { ...noSeason(), eventtypes: [type, { id: 10, name: 'Social', default_duration: null }] }
  const file =
    'Date,Start,End,Event,Event type,Assignment\n2027-04-03,09:30,,Race 1,race day,Galley\n2027-04-03,09:30,10:00,Race 1,,Bar\n2027-04-03,12:00,,Race 1,,Tea\n2027-04-03,19:00,,Supper,Social,Bar\n'
  const hours = (given = {}, text = file) =>
    seasonOf(text, facts, options(given)).plan.shifts.map(({ start, end }) => (end - start) / 3_600_000)
  const { preview } = seasonOf(file, facts)
  expect(preview.rows.map(({ errors }) => errors)).toEqual([{}, {}, {}, { end: ['Required.'] }])
  expect([preview.asks_length, preview.problems]).toEqual([true, []])
  expect(hours()).toEqual([4, 0.5, 4])
  expect(hours({ length_minutes: 90 })).toEqual([4, 0.5, 4, 1.5])
  const without = file.replace(',End,', ',').replaceAll(/(\d\d:\d\d),(\d\d:\d\d)?,/g, '$1,')
  expect(hours({ length_minutes: 90 }, without)).toEqual([4, 4, 4, 1.5])
  const typed = without.split('\n').slice(0, 4).join('\n')
  expect([seasonOf(typed, facts).preview.problems, hours({}, typed)]).toEqual([[], [4, 4, 4]])
  // The clocks go forward at 01:00 on 28 March: four hours on the wall clock.
  const night = 'Date,Start,Event,Event type,Assignment\n2027-03-27,23:00,Watch,Race day,Warden\n'
  expect(hours({}, night)).toEqual([3])
})

test('asks for one length for a file without ends', () => {
  const file = cases('duty-export')
  expect(seasonOf(file).preview.problems.map(({ message }) => message)).toEqual([
    'No column is used as End, which is required.',
  ])
  const given = options({ date_order: 'dmy', length_minutes: 150 })
  const { preview, plan } = seasonOf(file, noSeason([member(5, 'Dana North')]), given)
  expect(preview.problems).toEqual([])
  expect(plan.shifts).toMatchObject([{ start: Date.UTC(2027, 3, 3, 16), end: Date.UTC(2027, 3, 3, 18, 30), person: 5 }])
})
