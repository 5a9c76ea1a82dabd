import { expect, test } from 'vitest'
import { endangeredText, firstShiftText } from './endangered-text.ts'

const paper = {
  competency: 1,
  name: 'First Aid',
  expires: '2027-05-31',
  shifts: 6,
  first_event: 2,
  first_name: 'Race 2',
  first_start: '2027-06-06T09:00:00Z',
}
const day = (date: string) => date.slice(0, 10)

test('the competency, its last day, how many shifts need it longer, and the first of them', () => {
  expect(endangeredText(paper, day)).toBe('First Aid is valid until 2027-05-31. 6 shifts after that day need it.')
  expect(firstShiftText(paper, day)).toBe('The first is 2027-06-06, Race 2.')
  const one = { ...paper, shifts: 1, expires: null, first_name: '' }
  expect(endangeredText(one, day)).toBe('There is no record of First Aid. One coming shift needs it.')
  expect(firstShiftText(one, day)).toBe('It is 2027-06-06.')
})
