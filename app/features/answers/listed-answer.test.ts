import { expect, test } from 'vitest'
import { listedText } from './listed-answer.tsx'

test.each([
  ['Asked', { answer: 'asked', begun: false }],
  ['No reply', { answer: 'asked', begun: false, nudged: true }],
  ['No reply', { answer: 'asked', begun: true }],
  ['Confirmed', { answer: 'confirmed', begun: true, nudged: true }],
  ['Confirmed, by phone', { answer: 'confirmed', begun: false, answered_for: true }],
  ['Needs cover', { answer: 'seeking_cover', begun: false }],
  [
    'Needs cover, by phone, no one asked yet',
    { answer: 'seeking_cover', begun: false, sought: null, answered_for: true },
  ],
  ['Needs cover', { answer: 'seeking_cover', begun: true, sought: null }],
  ['Needs cover, no one asked yet', { answer: 'seeking_cover', begun: false, sought: null }],
  ['Needs cover', { answer: 'seeking_cover', begun: false, sought: { state: 'searching', asked: 0 } }],
  ['Needs cover, 10 asked', { answer: 'seeking_cover', begun: false, sought: { state: 'searching', asked: 10 } }],
  ['Needs cover, paused', { answer: 'seeking_cover', begun: false, sought: { state: 'paused', asked: 10 } }],
  [
    'Needs cover, no one left to ask',
    { answer: 'seeking_cover', begun: false, sought: { state: 'exhausted', asked: 3 } },
  ],
  ['Asking, 3 asked', { answer: null, begun: false, sought: { state: 'searching', asked: 3 } }],
  ['No one left to ask, 3 asked', { answer: null, begun: false, sought: { state: 'exhausted', asked: 3 } }],
  ['On hold', { answer: null, begun: false, sought: { state: 'held', asked: 0 } }],
  ['', { answer: null, begun: true, sought: { state: 'held', asked: 0 } }],
  ['', { answer: null, begun: true }],
] as const)('coordinators read "%s" for %o', (words, shift) => expect(listedText(shift)).toBe(words))
