import { expect, test } from 'vitest'
import type { ThreadEntry } from '#server/answers/thread/contract.ts'
import { coverLine, openSearch, searchLine } from './search-words.ts'

type Search = Extract<ThreadEntry, { kind: 'search' }>
const search = (state: Search['state']): ThreadEntry => ({
  ...{ kind: 'search', at: '2027-07-01T10:00:00Z', by: null, state, asked: 3, declined: 0, unreached: 0 },
  ...{ covered_by: null, next_rung_at: null, ended_at: null },
})

test.each([
  ['searching', 'Suitable people are being asked.', 'Others are asked to cover'],
  ['paused', 'Asking people is paused.', 'Asking others is paused'],
  ['exhausted', 'There’s no one left to ask.', 'No one is left to ask'],
] as const)('a %s search shows its state', (state, line, cover) => {
  const open = openSearch([search('stopped'), search(state)])
  expect(open).toBe(state)
  expect([searchLine(open!), coverLine(open)]).toEqual([line, cover])
})

test('without an open search no one is asked', () => {
  expect([openSearch([search('stopped'), search('covered')]), coverLine(null)]).toEqual([
    null,
    'No one has been asked to cover',
  ])
})
