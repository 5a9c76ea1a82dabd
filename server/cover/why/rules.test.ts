import { expect, test } from 'vitest'
import { askedLine, whyLines } from './rules.ts'

const day = (instant: string) => instant.slice(0, 10)

test('the lines state what someone holds, that they are free, and when they were last asked', () => {
  const why = { competencies: ['Helm', 'First aid'], free: true, last_asked: '2026-08-03T09:00:00.000Z' }
  expect(whyLines(why, day)).toEqual([
    'You hold Helm and First aid.',
    'You have no other shift at that time.',
    'You were last asked to cover on 2026-08-03.',
  ])
})

test('untrue reasons are omitted', () => {
  expect(whyLines({ competencies: [], free: false, last_asked: null }, day)).toEqual([
    'You have another shift at that time.',
    'You haven’t been asked to cover before.',
  ])
  expect([askedLine(1), askedLine(5)]).toEqual([
    'You’re the only one asked so far.',
    'First to say yes gets it (5 people asked).',
  ])
})
