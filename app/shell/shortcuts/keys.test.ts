import { expect, test } from 'vitest'
import { meaningOf, SHORTCUTS, shortcutsFor } from './keys.ts'

test('one key, or G and another, is a shortcut; other keys are ignored', () => {
  expect(meaningOf(null, '?', false)).toMatchObject({ opens: 'shortcuts' })
  expect(meaningOf(null, 'g', false)).toBe('first')
  expect(meaningOf('G', 'c', false)).toMatchObject({ to: '/events/calendar' })
  expect(meaningOf(null, 'c', true)).toMatchObject({ opens: 'create' })
  for (const key of ['x', 'd', 'Enter', 'Shift']) expect(meaningOf(null, key, true)).toBeNull()
  expect(meaningOf('G', 'x', true)).toBeNull()
  expect(meaningOf('G', 'g', true)).toBeNull()
})

test('members have no shortcut to admin screens', () => {
  expect(meaningOf('G', 'p', true)).toMatchObject({ to: '/people/list' })
  expect(meaningOf('G', 'p', false)).toBeNull()
  expect(meaningOf(null, 'c', false)).toBeNull()
  expect(shortcutsFor(false).map(({ label }) => label)).toEqual([
    'Show these shortcuts',
    'Go to the dashboard',
    'Go to the calendar',
    'Go to my shifts',
    'Go to my profile',
  ])
})

test('no two shortcuts share their keys', () => {
  const keys = SHORTCUTS.map((shortcut) => shortcut.keys.join())
  expect(new Set(keys).size).toBe(keys.length)
})
