import { expect, test } from 'vitest'
import { byDay, shiftName, threatText } from './shift-words.ts'

const when = { shortTime: (instant: string) => `the hour of ${instant}` }

test('a shift is named by its assignment and role, or is just a shift', () => {
  expect(shiftName({ assignment_name: 'Galley', role_name: 'Shore team' })).toBe('Galley, Shore team')
  expect(shiftName({ assignment_name: null, role_name: null })).toBe('Shift')
})

test('shows how many more people an event needs, only while it may be called off', () => {
  const need = { needed: true, needed_for: [], decide_at: 'A' }
  expect(threatText({ ...need, lacks: 1, lacks_of: [] }, when)).toBe(
    'Needs 1 more by the hour of A, or it may be called off',
  )
  expect(threatText({ ...need, lacks: 2, lacks_of: [{ name: 'Safety Boat', lacks: 2 }] }, when)).toMatch(
    /^Needs 2 more for Safety Boat by/,
  )
  const none = { needed: false, needed_for: [], lacks: null, lacks_of: [], decide_at: null }
  expect(threatText(none, when)).toBeNull()
})

test('specification 6: members read that help is needed, without numbers', () => {
  const member = { needed: true, needed_for: [], lacks: null, lacks_of: [], decide_at: 'A' }
  expect(threatText(member, when)).toBe('Help needed by the hour of A, or it may be called off')
  expect(threatText({ ...member, needed_for: [{ name: 'Helm' }] }, when)).toBe(
    'Helm needs help by the hour of A, or it may be called off',
  )
  expect(threatText({ ...member, needed_for: [{ name: 'Helm' }, { name: 'Galley' }] }, when)).toBe(
    'Helm and Galley need help by the hour of A, or it may be called off',
  )
})

test('groups rows by day without changing their order', () => {
  expect(byDay(['1a', '1b', '2a'], (row) => row.charAt(0))).toEqual([
    ['1', ['1a', '1b']],
    ['2', ['2a']],
  ])
})
