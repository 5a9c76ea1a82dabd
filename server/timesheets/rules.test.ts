import { describe, expect, it } from 'vitest'
import { addUp, isFarLonger, monthsOf, periodOf } from './rules.ts'

describe('periodOf', () => {
  const TODAY = '2027-06-16'

  it.each([
    [{}, { start: '2027-06-01', end: '2027-06-16' }],
    [{ end: '2027-03-31' }, { start: '2027-03-01', end: '2027-03-31' }],
    [{ start: '2027-05-10' }, { start: '2027-05-10', end: TODAY }],
    [{ start: '2027-08-05' }, { start: '2027-08-05', end: '2027-08-05' }],
    [
      { start: '2027-01-01', end: '2027-01-31' },
      { start: '2027-01-01', end: '2027-01-31' },
    ],
  ])('reads %j', (asked, period) => expect(periodOf(asked, TODAY)).toEqual(period))

  it('refuses a last day before the first', () =>
    expect(periodOf({ start: '2027-05-02', end: '2027-05-01' }, TODAY)).toEqual({
      issues: { end: ['Must not be before the first day.'] },
    }))

  it('allows the longest period and refuses one more day', () => {
    expect(periodOf({ start: '2027-01-01', end: '2028-02-01' }, TODAY)).toEqual({
      start: '2027-01-01',
      end: '2028-02-01',
    })
    expect(periodOf({ start: '2027-01-01', end: '2028-02-02' }, TODAY)).toEqual({
      issues: { end: ['At most 397 days at a time.'] },
    })
  })
})

describe('isFarLonger', () => {
  const at = (hours: number) => new Date(Date.parse('2027-06-12T08:00:00Z') + hours * 3_600_000)
  const worked = (planned: number, hours: number | null) =>
    isFarLonger({
      start: at(0),
      end: at(planned),
      actual_start: at(-0.25),
      actual_end: hours === null ? null : at(hours - 0.25),
    })

  it.each([
    [3, 5.99, false],
    [3, 6, true],
    [3, 14.5, true],
    // From six hours on, half as long again exceeds three hours.
    [8, 11.9, false],
    [8, 12, true],
    [1, 3.9, false],
    [1, 4, true],
    [3, 1, false],
    [3, null, false],
  ])('of %d planned hours, %d worked: %s', (planned, hours, far) => expect(worked(planned, hours)).toBe(far))

  it('is false of a shift that no one started', () =>
    expect(isFarLonger({ start: at(0), end: at(3), actual_start: null, actual_end: null })).toBe(false))
})

describe('monthsOf', () => {
  it('lists every month that the period touches, across a year', () =>
    expect(monthsOf({ start: '2026-11-30', end: '2027-02-01' })).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']))
})

describe('addUp', () => {
  const MONTHS = ['2027-05', '2027-06']
  const row = (person: number, name: string, month: string, hours: number) => ({
    person,
    name,
    month,
    hours,
    shifts: 1,
  })

  it('orders people by hours and then by name, and keeps a month without hours', () => {
    const { people, total } = addUp(
      [row(1, 'Zoe', '2027-06', 2), row(2, 'Ann', '2027-06', 2), row(3, 'Bob', '2027-05', 5)],
      MONTHS,
    )
    expect(people.map(({ name, hours, by_month }) => [name, hours, by_month])).toEqual([
      ['Bob', 5, [5, 0]],
      ['Ann', 2, [0, 2]],
      ['Zoe', 2, [0, 2]],
    ])
    expect(total).toEqual({ people: 3, shifts: 3, hours: 9, by_month: [5, 4] })
  })

  it('adds hundredths of an hour exactly', () => {
    const { people, total } = addUp(
      [row(1, 'Ann', '2027-05', 0.1), row(1, 'Ann', '2027-06', 0.2), row(2, 'Bob', '2027-06', 0.7)],
      MONTHS,
    )
    expect(people.map(({ hours }) => hours)).toEqual([0.7, 0.3])
    expect(total.hours).toBe(1)
  })

  it('adds nothing up to zeros', () =>
    expect(addUp([], MONTHS)).toEqual({ people: [], total: { people: 0, shifts: 0, hours: 0, by_month: [0, 0] } }))
})
