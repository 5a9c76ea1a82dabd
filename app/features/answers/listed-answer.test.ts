import { expect, test } from 'vitest'
import { listedText } from './listed-answer.tsx'

test.each([
  ['Asked', { answer: 'asked', begun: false }],
  ['No answer', { answer: 'asked', begun: false, nudged: true }],
  ['No answer', { answer: 'asked', begun: true }],
  ['Confirmed', { answer: 'confirmed', begun: true, nudged: true }],
  ['Confirmed, by phone', { answer: 'confirmed', begun: false, answered_for: true }],
  ['Seeks cover', { answer: 'seeking_cover', begun: false }],
  [
    'Seeks cover, by phone, no one is asked',
    { answer: 'seeking_cover', begun: false, sought: null, answered_for: true },
  ],
  ['Seeks cover', { answer: 'seeking_cover', begun: true, sought: null }],
  ['Seeks cover, no one is asked', { answer: 'seeking_cover', begun: false, sought: null }],
  ['Seeks cover', { answer: 'seeking_cover', begun: false, sought: { state: 'searching', asked: 0 } }],
  ['Seeks cover, 10 asked', { answer: 'seeking_cover', begun: false, sought: { state: 'searching', asked: 10 } }],
  ['Seeks cover, paused', { answer: 'seeking_cover', begun: false, sought: { state: 'paused', asked: 10 } }],
  [
    'Seeks cover, no one left to ask',
    { answer: 'seeking_cover', begun: false, sought: { state: 'exhausted', asked: 3 } },
  ],
  ['Asking, 3 asked', { answer: null, begun: false, sought: { state: 'searching', asked: 3 } }],
  ['No one left to ask, 3 asked', { answer: null, begun: false, sought: { state: 'exhausted', asked: 3 } }],
  ['On hold', { answer: null, begun: false, sought: { state: 'held', asked: 0 } }],
  ['', { answer: null, begun: true, sought: { state: 'held', asked: 0 } }],
  ['', { answer: null, begun: true }],
] as const)('coordinators read "%s" for %o', (words, shift) => expect(listedText(shift)).toBe(words))
