import { expect, test } from 'vitest'
import { answerText } from './answer-mark.tsx'
import { listedAnswer } from './listed-answer.tsx'

test.each([
  ['Asked', { answer: 'asked', begun: false }],
  ['No answer', { answer: 'asked', begun: false, nudged: true }],
  ['No answer', { answer: 'asked', begun: true }],
  ['Confirmed', { answer: 'confirmed', begun: true, nudged: true }],
  ['Seeks cover', { answer: 'seeking_cover', begun: false }],
  ['Seeks cover', { answer: 'seeking_cover', begun: true }],
  ['', { answer: null, begun: true }],
] as const)('coordinators read "%s" of %o', (words, shift) => {
  const state = listedAnswer(shift)
  expect(state ? answerText({ state, reader: 'coordinator' }) : '').toBe(words)
})
