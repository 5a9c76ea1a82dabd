import { expect, test } from 'vitest'
import { agreedTimesProblem, personTimes } from './rules.ts'

const at = (time: string) => new Date(`2027-06-05T${time}:00Z`)
const shift = { start: at('09:00'), end: at('17:00') }

test('uses each agreed time where it differs', () => {
  expect(personTimes({ ...shift, modified_start: at('11:00'), modified_end: null })).toEqual({
    start: at('11:00'),
    end: at('17:00'),
  })
  expect(personTimes({ start: 'a', end: 'b', modified_end: 'c' })).toEqual({ start: 'a', end: 'c' })
})

test.each([
  ['none', null, null, null],
  ['later', at('11:00'), null, null],
  ['earlier, to open up', at('08:30'), null, null],
  ['until earlier', null, at('15:00'), null],
  ['after its end', at('17:00'), null, 'modified_start'],
  ['an end before the start', null, at('08:00'), 'modified_end'],
  ['an end before the agreed start', at('12:00'), at('11:00'), 'modified_end'],
  ['the day before', new Date('2027-06-04T20:00:00Z'), null, 'modified_start'],
  ['the night after', null, new Date('2027-06-06T06:00:00Z'), 'modified_end'],
])('agreed times: %s', (_what, modified_start, modified_end, field) => {
  expect(agreedTimesProblem({ ...shift, modified_start, modified_end })?.field ?? null).toBe(field)
})
