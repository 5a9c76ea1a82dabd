import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { isFormula } from '#server/engine/kernel/spreadsheet.pure.ts'
import { booleanOf, dateOf, emailOf, lineOf, listOf, MESSAGES, phoneOf, textOf, timeOf } from './rules.ts'
import { localDateOf, localTextOf, spanOf } from './season-times.ts'

it('uses the messages of the forms', () => {
  expect(MESSAGES.email).toBe('Invalid email.')
  expect(MESSAGES.required).toBe('Required.')
  expect(MESSAGES.date).toBe('Date format must be YYYY-MM-DD')
  expect(MESSAGES.phone).toBe('Phone number must include the country code and not contain spaces.')
})

describe('phone', () => {
  it.each([
    ['+447909922344', '+447909922344'],
    ['+44 7909 922 344', '+447909922344'],
    ['+44\u00a07909\u00a0922344', '+447909922344'],
    ['07909 922344', '+447909922344'],
    ['07909-922344', '+447909922344'],
    ['7909922344', '+447909922344'],
    ['0033 6 12 34 56 78', '+33612345678'],
    ['+44 07909 922344', '+447909922344'],
    ['+61 0412 345 678', '+61412345678'],
    ['+353861234567', '+353861234567'],
    ['+15551234567', '+15551234567'],
    ['+390612345678', '+390612345678'],
  ])('%s is %s', (cell, value) => expect(phoneOf(cell, 'GB')).toEqual({ value }))
  it('uses the country of the site', () => expect(phoneOf('0412 345 678', 'AU')).toEqual({ value: '+61412345678' }))
  it.each(['+44', '+61', '+44 0', '0', '000', '+0123', '+44(0)7909', '0412', '+1234567890123456', 'nobody', '++44'])(
    '%s is refused',
    (cell) => expect(phoneOf(cell, 'GB')).toEqual({ error: MESSAGES.phone }),
  )
})

describe('email', () => {
  it.each(['a@b.c', ' Ann.O@Example.ORG '])('lower-cases %s', (cell) =>
    expect(emailOf(cell)).toEqual({ value: cell.trim().toLowerCase() }),
  )
  it.each([
    'not-an-email',
    'a@b',
    'a b@c.d',
    'a@b.',
    '@b.c',
    'a@@b.c',
    'Ann <a@b.c>',
    'a@b.c,d@e.f',
    `${'a'.repeat(250)}@b.cd`,
  ])('%s is refused', (cell) => expect(emailOf(cell)).toEqual({ error: MESSAGES.email }))
})

describe('text', () => {
  it('composes letters and folds white space', () =>
    expect(lineOf('  Sia\u0302n\n\u00a0 Lewis ', 20)).toEqual({ value: 'Siân Lewis' }))
  it('keeps the lines of notes', () => expect(textOf('a\n- b', 20)).toEqual({ value: 'a\n- b' }))
  it('limits the length', () => {
    expect(lineOf('a'.repeat(200), 200)).toEqual({ value: 'a'.repeat(200) })
    expect(lineOf('a'.repeat(201), 200)).toEqual({ error: 'Too long: 201 characters, at most 200.' })
  })
  it.each(['a\u0007b', 'a\u202eb', 'a\u0085b'])('rejects %j', (cell) =>
    expect(textOf(cell, 20)).toEqual({ error: MESSAGES.control }),
  )
  it.each(['=HYPERLINK("http://x")', '=1', '+cmd|x', '@SUM(A1)', '-2+3+cmd|x', ' =A1'])('%s is a formula', (cell) => {
    expect(isFormula(cell)).toBe(true)
    expect(lineOf(cell, 99)).toEqual({ error: MESSAGES.formula })
  })
  it.each(['- bring a torch', '+1 guest', '@ the slip (east)', 'a = b', "Robert'); DROP TABLE people;--", '-'])(
    '%s is text',
    (cell) => expect(isFormula(cell)).toBe(false),
  )
  it('lists once, whatever the case', () => {
    expect(listOf(' RIB ; Helm;rib;; ', 20)).toEqual({ value: ['RIB', 'Helm'] })
    expect(listOf('ok;=1', 20)).toEqual({ error: MESSAGES.formula })
  })
})

it.each([
  ['true', true],
  ['YES', true],
  ['1', true],
  ['y', true],
  ['false', false],
  ['No', false],
  ['0', false],
])('%s is %s', (cell, value) => expect(booleanOf(cell)).toEqual({ value }))
it.each(['maybe', '2', 'constructor', '__proto__'])('rejects %s', (cell) =>
  expect(booleanOf(cell)).toEqual({ error: MESSAGES.boolean }),
)

describe('dates and times', () => {
  it.each([
    ['2027-02-30', MESSAGES.day],
    ['2027-13-01', MESSAGES.day],
    ['2027-00-10', MESSAGES.day],
    ['28/03/2027', MESSAGES.date],
    ['2027-3', MESSAGES.date],
    ['0000-01-01', MESSAGES.year],
    ['2999-01-01', MESSAGES.year],
  ])('%s: %s', (cell, error) => expect(dateOf(cell)).toEqual({ error }))
  it.each([
    ['04/05/2027', 'dmy', '2027-05-04'],
    ['4.5.2027', 'dmy', '2027-05-04'],
    ['04/05/2027', 'mdy', '2027-04-05'],
    ['2027-05-04', 'dmy', '2027-05-04'],
  ] as const)('%s is read as %s', (cell, order, day) => expect(dateOf(cell, order).value?.toString()).toBe(day))
  it.each([
    ['04/05/2027', 'ymd', MESSAGES.date],
    ['13/12/2027', 'mdy', MESSAGES.day],
    ['04/05-2027', 'dmy', MESSAGES.date],
    ['04/05/7', 'dmy', MESSAGES.date],
  ] as const)('rejects %s as %s', (cell, order, error) => expect(dateOf(cell, order)).toEqual({ error }))
  it('accepts the leap day', () => expect(dateOf('2028-02-29').value?.toString()).toBe('2028-02-29'))
  it.each(['25:00', '24:00', '10:60', '9', '9:5', '10:00:30', 'later'])('rejects %s', (cell) =>
    expect(timeOf(cell)).toEqual({ error: MESSAGES.time }),
  )
  it.each([
    ['9:05', '09:05:00'],
    ['00:00', '00:00:00'],
    ['23:59:00', '23:59:00'],
  ])('%s is %s', (cell, value) => expect(timeOf(cell).value?.toString()).toBe(value))
})

describe('a span on the wall clock', () => {
  const at = (date: string, start: string, end: string, zone = 'Europe/London') => {
    const span = spanOf(
      Temporal.PlainDate.from(date),
      Temporal.PlainTime.from(start),
      Temporal.PlainTime.from(end),
      zone,
    )
    if ('error' in span) return span.error
    const iso = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'minute' })
    return [iso(span.start), iso(span.end), ...span.warnings]
  }
  it('handles summer and winter time', () => {
    expect(at('2027-03-07', '09:30', '16:00')).toEqual(['2027-03-07T09:30Z', '2027-03-07T16:00Z'])
    expect(at('2027-07-03', '09:30', '16:00')).toEqual(['2027-07-03T08:30Z', '2027-07-03T15:00Z'])
    expect(at('2027-01-03', '09:30', '16:00', 'Australia/Sydney')).toEqual(['2027-01-02T22:30Z', '2027-01-03T05:00Z'])
  })
  it('ends the next day when the end is not after the start', () => {
    expect(at('2027-07-03', '19:00', '02:00')).toEqual(['2027-07-03T18:00Z', '2027-07-04T01:00Z'])
    expect(at('2027-06-05', '21:00', '09:00')).toHaveLength(2)
    expect(at('2027-06-05', '21:00', '12:01')).toBe('Ends before it starts')
    expect(at('2027-03-14', '16:00', '09:00')).toBe('Ends before it starts')
    expect(at('2027-03-14', '09:00', '09:00')).toBe('Ends before it starts')
  })
  it('moves a skipped time forward and warns', () => {
    expect(at('2027-03-28', '01:30', '05:30')).toEqual([
      '2027-03-28T01:30Z',
      '2027-03-28T04:30Z',
      '01:30 does not exist on this day; 02:30 is used',
    ])
    expect(at('2027-03-27', '22:00', '01:15')).toContain('01:15 does not exist on this day; 02:15 is used')
    expect(at('2027-03-28', '01:30', '02:15')).toBe('Ends before it starts: the clocks change within it')
  })
  it('uses the first of an ambiguous time', () => {
    expect(at('2027-10-31', '01:30', '04:00')).toEqual([
      '2027-10-31T00:30Z',
      '2027-10-31T04:00Z',
      '01:30 happens twice on this day; the first is used',
    ])
  })
  it('formats instants for the site', () => {
    const ms = Date.UTC(2027, 6, 3, 23, 30)
    expect([localDateOf(ms, 'Europe/London'), localTextOf(ms, 'Europe/London')]).toEqual([
      '2027-07-04',
      '2027-07-04 00:30',
    ])
  })
})
