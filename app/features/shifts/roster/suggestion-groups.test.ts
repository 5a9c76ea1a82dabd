import { expect, test } from 'vitest'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import { groupSuggestions } from './suggestion-groups.ts'

const person = (name: string, over: Partial<Suggestion> = {}): Suggestion => ({
  person: name.length,
  name,
  avatar: null,
  fits: true,
  comments: null,
  requested: false,
  month_count: 0,
  held: {},
  for: [],
  against: [],
  ...over,
})
const reason = <Code extends string>(code: Code) => ({ code, words: code })
const groups = (...args: Parameters<typeof groupSuggestions>) =>
  groupSuggestions(...args).map(({ title, people }) => [title, ...people.map(({ name }) => name)])

const PEOPLE = [
  person('Unknown'),
  person('Asked but away', { requested: true, fits: false, against: [reason('unavailable')] }),
  person('Qualified', { for: [reason('qualified')] }),
  person('Said yes', { for: [reason('qualified'), reason('available')] }),
  person('Rather not', { for: [reason('qualified')], against: [reason('if_required')] }),
  person('Asked', { requested: true, for: [reason('requested')] }),
]

test('people who asked come before those who are available, qualified ones, and the others', () => {
  expect(groups(PEOPLE)).toEqual([
    ['Asked', 'Asked'],
    ['Available', 'Said yes'],
    ['Qualified', 'Qualified'],
    ['Others', 'Unknown', 'Rather not'],
    ['Not suitable', 'Asked but away'],
  ])
})

test('beside the roster all who asked come first, and empty groups have no heading', () => {
  expect(groups(PEOPLE.slice(0, 2), { askedFirst: true })).toEqual([
    ['Asked', 'Asked but away'],
    ['Others', 'Unknown'],
  ])
})
