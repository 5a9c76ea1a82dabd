import { expect, test } from 'vitest'
import type { ToDoItem } from '#server/todo/contract.ts'
import { urgentText } from './urgent-text.ts'

/** The text of a list with so many of each kind, whose first kind is the most urgent. */
const textOf = (counts: Record<string, number>) => {
  const kinds = Object.entries(counts).map(([kind, count]) => ({ kind, word: kind, count }))
  return urgentText({ kinds, items: kinds.slice(0, 1).map(({ kind }) => ({ kind }) as ToDoItem) })
}

test('the most urgent kind is a sentence, and two others follow by name', () => {
  expect(textOf({ gap: 1, decide: 1, request: 17 })).toBe(
    '1 shift has no one left to ask. Then 1 decision, 17 requests.',
  )
  expect(textOf({ silent: 2, swap: 1 })).toBe('2 people haven’t replied. Then 1 swap.')
  expect(textOf({ decide: 1 })).toBe('1 event needs a decision.')
})

test('kinds after the second other are counted together', () => {
  expect(textOf({ request: 1200, times: 1, draft: 2, message: 3, unfit: 1 })).toBe(
    '1,200 requests are waiting for an answer. Then 1 request for different times, 2 unpublished events and 4 more.',
  )
})

test('a list without items has no text', () => {
  expect(textOf({})).toBeNull()
  expect(urgentText({ kinds: [{ kind: 'gap', word: 'Gaps', count: 1 }], items: [] })).toBeNull()
})

test('a kind without words of its own is a thing to do', () => {
  expect(textOf({ other: 1, another: 2 })).toBe('1 thing to do. Then 2 things to do.')
})

test.each([
  ['gap', '1 shift has no one left to ask.', '2 shifts without cover'],
  ['decide', '1 event needs a decision.', '2 decisions'],
  ['silent', '1 person hasn’t replied.', '2 missing replies'],
  ['request', '1 request is waiting for an answer.', '2 requests'],
  ['times', '1 person has asked for different times.', '2 requests for different times'],
  ['swap', '1 swap is waiting for approval.', '2 swaps'],
  ['registration', '1 person is waiting to join.', '2 registrations'],
  ['unreached', '1 person can’t be reached.', '2 people not reached'],
  ['draft', '1 event has unpublished shifts.', '2 unpublished events'],
  ['outside', '1 event was moved without some of its shifts.', '2 events with shifts at other times'],
  ['message', '1 message isn’t finished.', '2 unfinished messages'],
  ['unfit', '1 person isn’t qualified for a coming shift.', '2 people not qualified'],
])('the words of the kind %s, first and after another', (kind, first, after) => {
  expect(textOf({ [kind]: 1 })).toBe(first)
  expect(textOf({ other: 1, [kind]: 2 })).toBe(`1 thing to do. Then ${after}.`)
})
