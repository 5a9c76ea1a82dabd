import { expect, test } from 'vitest'
import { byDay, shiftName, threatText } from './shift-words.ts'

const when = { dateTime: (instant: string) => `the hour of ${instant}` }

test('a shift is named by its assignment and role, or is just a shift', () => {
  expect(shiftName({ assignment_name: 'Galley', role_name: 'Shore team' })).toBe('Galley, Shore team')
  expect(shiftName({ assignment_name: null, role_name: null })).toBe('Shift')
})

test('says how many more people an event needs, only while it may be called off', () => {
  expect(threatText({ lacks: 1, lacks_of: [], decide_at: 'A' }, when)).toBe(
    'May be called off unless 1 more signs up by the hour of A',
  )
  expect(threatText({ lacks: 2, lacks_of: [{ name: 'Safety Boat', lacks: 2 }], decide_at: 'A' }, when)).toMatch(
    /unless 2 more sign up for Safety Boat by/,
  )
  expect(threatText({ lacks: null, lacks_of: [], decide_at: null }, when)).toBeNull()
})

test('groups rows by day without changing their order', () => {
  expect(byDay(['1a', '1b', '2a'], (row) => row.charAt(0))).toEqual([
    ['1', ['1a', '1b']],
    ['2', ['2a']],
  ])
})
