import { expect, test } from 'vitest'
import { askLines } from './why-words.ts'

const ask = {
  instead_of: 'Hamish',
  competencies: ['Helm', 'First aid'],
  free: true,
  asked: 5,
  last_asked: '2026-08-03T09:00:00.000Z',
}
const day = (instant: string) => instant.slice(0, 10)

test('an invitee reads the reasons: competencies, free, last asked, how many others', () => {
  expect(askLines(ask, day)).toEqual([
    'Hamish can’t come.',
    'You hold Helm and First aid.',
    'You have no other shift at that time.',
    'You were last asked to cover on 2026-08-03.',
    'First to say yes gets it (5 people asked).',
    'You don’t have to say why, and it won’t count against you.',
  ])
})

test('omits reasons that do not apply', () => {
  const lines = askLines({ instead_of: null, competencies: [], free: false, asked: 1, last_asked: null }, day)
  expect(lines).toEqual([
    'You have another shift at that time.',
    'You haven’t been asked to cover before.',
    'You’re the only one asked so far.',
    'You don’t have to say why, and it won’t count against you.',
  ])
})
