import { expect, test } from 'vitest'
import { mayUndo, type OwnAnswer, settled, shownAnswer, stands } from './given-answers.ts'

const one = (over: Partial<OwnAnswer<{ id: number }>>): OwnAnswer<{ id: number }> => ({
  ...{ shift: { id: 1 }, given: 'confirmed', from: 'asked', state: 'answered' },
  ...over,
})

test('a screen shows the answer just given, then the stored one', () => {
  expect(shownAnswer(undefined, 'asked')).toBe('asked')
  expect(shownAnswer(one({}), 'asked')).toBe('confirmed')
  expect(shownAnswer(one({ given: 'declined' }), 'confirmed')).toBe('seeking_cover')
  expect(shownAnswer(one({ state: 'refused' }), 'asked')).toBe('asked')
  expect(shownAnswer(one({ state: 'settled' }), 'seeking_cover')).toBe('seeking_cover')
})

test('undo restores the previous answer', () => {
  expect(shownAnswer(one({ given: 'declined', from: 'confirmed', state: 'undone' }), 'seeking_cover')).toBe('confirmed')
  expect(stands(one({ state: 'undone' }))).toBe(false)
})

test('undo is offered until its time is over, and never where it would restart a search', () => {
  expect([mayUndo(one({})), mayUndo(one({ state: 'settled' })), mayUndo(one({ from: 'seeking_cover' }))]).toEqual([
    true,
    false,
    false,
  ])
  const after = settled(
    new Map([['answered'], ['undone'], ['refused']].map(([state], id) => [id, one({ state } as object)])),
  )
  expect([...after].map(([id, { state }]) => `${id} ${state}`)).toEqual(['0 settled', '2 refused'])
})
