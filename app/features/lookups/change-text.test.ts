import { expect, test } from 'vitest'
import { changeText, mergeText } from './change-text.ts'

const EVENTS = { by: 'events', field: 'location', count: 14 }

test('a change lists the records that it affects', () => {
  expect(changeText([EVENTS, { by: 'equipment', field: 'location', count: 1 }])).toBe(
    'Changes 14 events and 1 piece of equipment straight away. No one is notified.',
  )
  expect(changeText([EVENTS, { ...EVENTS, field: 'other', count: 1 }])).toBe(
    'Changes 15 events straight away. No one is notified.',
  )
  expect(changeText([])).toBe('Not used yet, so nothing else changes.')
})

test('a merge lists the references that move and what is removed', () => {
  expect(mergeText('Old pontoon', 'Pontoon', [EVENTS])).toBe(
    '14 events move to “Pontoon”, and “Old pontoon” is removed. No one is notified. This cannot be undone.',
  )
  expect(mergeText('Old pontoon', 'Pontoon', [{ ...EVENTS, count: 1 }])).toMatch(/^1 event moves to/)
  expect(mergeText('Old pontoon', 'Pontoon', [])).toMatch(/^“Old pontoon” isn’t used, so it’s simply removed\./)
})
