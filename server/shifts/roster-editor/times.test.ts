import { describe, expect, it } from 'vitest'
import type { Issues } from '#server/engine/kernel/errors.ts'
import { CHOOSE_TIME, instantOf, readSpan, wallOf } from './times.ts'

const LONDON = 'Europe/London'

describe('instantOf', () => {
  it.each([
    ['2027-01-09T09:00', '2027-01-09T09:00:00Z'],
    ['2027-07-10T09:00', '2027-07-10T08:00:00Z'],
    ['2027-10-31T01:30', '2027-10-31T00:30:00Z'], // ambiguous: the first
  ])('reads %s on the wall clock of London', (wall, instant) => {
    expect(instantOf(wall, LONDON)).toEqual({ instant })
  })

  it('rejects a skipped time and suggests the one after it', () => {
    expect(instantOf('2027-03-28T01:30', LONDON)).toEqual({ problem: expect.stringContaining('Choose 02:30') })
  })

  it.each(['', 'T09:00', '2027-01-09T', '2027-01-09'])('names what is missing in "%s"', (wall) => {
    expect(instantOf(wall, LONDON)).toEqual({ problem: CHOOSE_TIME })
  })

  it('rejects a day that does not exist', () => {
    expect(instantOf('2027-02-29T10:00', LONDON)).toEqual({ problem: 'This day does not exist.' })
  })

  it('is the inverse of wallOf', () => {
    const read = instantOf('2027-10-03T03:15', 'Australia/Sydney')
    expect('instant' in read && wallOf(read.instant, 'Australia/Sydney')).toBe('2027-10-03T03:15')
  })
})

describe('readSpan', () => {
  const judge = (given: { start?: string; end?: string }, stored?: { start: string; end: string }, moment = false) => {
    const issues: Issues = {}
    return { span: readSpan(given, LONDON, issues, { key: '7', stored, moment }), issues }
  }

  it('compares a changed end with the stored start', () => {
    const stored = { start: '2027-07-10T08:00:00Z', end: '2027-07-10T12:00:00Z' }
    expect(judge({ end: '2027-07-10T08:59' }, stored).issues).toEqual({ '7.end': ['Must be after the start.'] })
    expect(judge({ end: '2027-07-10T09:01' }, stored)).toEqual({ span: { end: '2027-07-10T08:01:00Z' }, issues: {} })
  })

  it('allows an event, not a shift, without length', () => {
    const moment = { start: '2027-07-10T09:00', end: '2027-07-10T09:00' }
    expect(judge(moment).issues).toEqual({ '7.end': ['Must be after the start.'] })
    expect(judge(moment, undefined, true).issues).toEqual({})
  })

  it('compares instants, so that clock changes do not matter', () => {
    expect(judge({ start: '2027-10-31T01:45', end: '2027-10-31T02:00' }).issues).toEqual({})
  })

  it('does not check the order of unreadable times', () => {
    expect(judge({ start: '', end: '2027-07-10T09:00' }).issues).toEqual({ '7.start': [CHOOSE_TIME] })
  })
})
