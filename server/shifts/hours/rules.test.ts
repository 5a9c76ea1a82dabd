import { describe, expect, test } from 'vitest'
import { IN_FUTURE } from './limits.pure.ts'
import { AFTER_END, BEFORE_START, endVerdict, NOT_STARTED, NOT_THAT_DAY, NOT_YET, startVerdict } from './rules.ts'

const zone = 'Australia/Sydney'
const on = (wall: string) => new Date(`2027-03-${wall}+11:00`)
const shift = (over = {}) => ({
  start: on('10T09:00'),
  end: on('10T17:00'),
  actual_start: null,
  actual_end: null,
  ...over,
})
const night = (over = {}) => shift({ start: on('10T22:00'), end: on('11T06:00'), ...over })
const late = (over = {}) => shift({ start: on('10T18:00'), end: on('11T00:00'), ...over })
const me = (now: string, admin = false) => ({ now: on(now), zone, admin })

describe('start', () => {
  test.each([
    ['its own time', shift(), '10T09:00', '10T09:00', true],
    ['early on the day', shift(), '10T00:00', '10T00:05', true],
    ['late on the day', shift(), '10T23:59', '10T23:59', true],
    ['the day before', shift(), '09T23:59', '10T09:00', NOT_THAT_DAY],
    ['the day after', shift(), '11T00:00', '11T00:00', NOT_THAT_DAY],
    ['days later, put right', shift(), '10T09:10', '20T12:00', true],
    ['before its day has come', shift(), '10T09:00', '09T23:59', NOT_YET],
    ['after midnight of a night shift', night(), '11T00:10', '11T00:10', true],
    ['the day after a night shift', night(), '12T00:00', '12T00:00', NOT_THAT_DAY],
    ['after midnight of a shift that ends at midnight', late(), '11T00:10', '11T00:10', NOT_THAT_DAY],
    ['at the midnight that ends it', late(), '11T00:00', '11T00:00', NOT_THAT_DAY],
    ['after the recorded end', shift({ actual_end: on('10T12:00') }), '10T12:01', '10T18:00', AFTER_END],
  ])('%s', (_what, facts, at, now, expected) => {
    const verdict = startVerdict(facts, on(at), me(now))
    expect(verdict.ok || verdict.message).toBe(expected)
  })

  test('uses the site’s day: 23:30 UTC is the next day in Sydney', () => {
    expect(startVerdict(shift(), new Date('2027-03-09T22:00Z'), me('10T09:00')).ok).toBe(true)
    expect(startVerdict(shift(), new Date('2027-03-09T12:00Z'), me('10T09:00')).ok).toBe(false)
  })

  test('lets an admin record any time', () => {
    expect(startVerdict(shift(), on('01T09:00'), me('01T09:00', true)).ok).toBe(true)
  })
})

describe('end', () => {
  const begun = (over = {}) => shift({ actual_start: on('10T09:05'), ...over })
  const lateBegun = late({ actual_start: on('10T18:05') })
  const nightBegun = night({ actual_start: on('10T22:05') })
  test.each([
    ['after the start', begun(), '10T17:00', '10T17:00'],
    ['at the start', begun(), '10T09:05', '10T09:05'],
    ['a day after', begun({ actual_start: on('10T07:00') }), '11T07:00', '11T07:00'],
    ['a night shift past midnight, with its first date', nightBegun, '10T06:00', '11T06:00'],
    ['a night shift past midnight, with the right date', nightBegun, '11T06:00', '11T06:00'],
    ['a night shift that took longer, with its first date', nightBegun, '10T07:30', '11T07:30'],
    ['a shift that ends at midnight, with its first date', lateBegun, '10T00:00', '11T00:00'],
    ['a shift that ends at midnight and took longer, with its first date', lateBegun, '10T00:40', '11T00:40'],
    ['a shift that ends at midnight, before it', lateBegun, '10T23:30', '10T23:30'],
    ['a night shift before midnight', nightBegun, '10T23:00', '10T23:00'],
  ])('%s', (_what, facts, at, recorded) => {
    expect(endVerdict(facts, on(at), me('11T08:00'))).toEqual({ ok: true, at: on(recorded) })
  })
  test('rejects future times, and an end more than a day after the start', () => {
    const early = me('10T12:00')
    expect(startVerdict(shift(), on('10T12:05'), early).ok).toBe(true)
    expect(startVerdict(shift(), on('10T12:06'), early)).toEqual({ ok: false, message: IN_FUTURE })
    expect(endVerdict(begun(), on('10T17:00'), early)).toEqual({ ok: false, message: IN_FUTURE })
    expect(endVerdict(nightBegun, on('10T06:00'), me('11T05:54'))).toEqual({ ok: false, message: IN_FUTURE })
    expect(endVerdict(begun(), on('11T09:06'), me('12T10:00'))).toEqual({
      ok: false,
      message: 'Must be at most 24 hours after the start.',
    })
  })

  test.each([
    ['without a start', shift(), '10T17:00', NOT_STARTED],
    ['before the start', begun(), '10T09:04', BEFORE_START],
    ['a slip before the start of a night shift', nightBegun, '10T21:00', BEFORE_START],
    ['a slip before the start of a shift that ends at midnight', lateBegun, '10T17:00', BEFORE_START],
    ['two days before the start of a night shift', nightBegun, '08T23:00', BEFORE_START],
  ])('%s', (_what, facts, at, message) => {
    expect(endVerdict(facts, on(at), me('11T07:00'))).toEqual({ ok: false, message })
  })

  test('ends at the same wall-clock time of the next day over a clock change', () => {
    // On 2027-04-04 at 3:00 clocks in Sydney go back to 2:00.
    const facts = {
      start: new Date('2027-04-03T22:00+11:00'),
      end: new Date('2027-04-04T06:00+10:00'),
      actual_start: new Date('2027-04-03T22:00+11:00'),
      actual_end: null,
    }
    const verdict = endVerdict(facts, new Date('2027-04-03T06:00+11:00'), { now: facts.end, zone, admin: false })
    expect(verdict).toEqual({ ok: true, at: new Date('2027-04-04T06:00+10:00') })
  })
})
