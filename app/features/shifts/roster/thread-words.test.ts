import { expect, test } from 'vitest'
import type { ThreadEntry } from '#server/answers/thread/contract.ts'
import { releasedBy, threadLines } from './thread-words.ts'

const words = (entries: ThreadEntry[]) =>
  threadLines(entries, 'Hamish').map(({ what, more }) => [what, more].filter(Boolean).join(' | '))
const message = (over: Partial<Extract<ThreadEntry, { kind: 'message' }>>): ThreadEntry => ({
  kind: 'message',
  at: '2027-07-01T10:00:00Z',
  message: 'shift.assigned',
  title: 'New shift',
  channel: 'email',
  state: 'delivered',
  person: 'Hamish',
  ...over,
})
const search = (over: Partial<Extract<ThreadEntry, { kind: 'search' }>>): ThreadEntry => ({
  kind: 'search',
  at: '2027-07-01T10:00:00Z',
  by: 'Hamish',
  state: 'searching',
  unreached: 0,
  asked: 10,
  declined: 3,
  covered_by: null,
  next_rung_at: null,
  ended_at: null,
  ...over,
})

test('joins messages of one kind to one person within minutes into one line', () => {
  expect(words([message({}), message({ channel: 'sms', at: '2027-07-01T10:02:00Z' })])).toEqual([
    'New shift, by email and text | Delivered',
  ])
  expect(words([message({}), message({ channel: 'sms', state: 'failed' })])).toEqual([
    'New shift, by email and text | Email delivered, text failed',
  ])
  expect(words([message({}), message({ at: '2027-07-01T10:30:00Z' })])).toHaveLength(2)
})

test('names the recipient of a message to someone else', () => {
  expect(words([message({ person: 'Ada' })])).toEqual(['New shift, by email, to Ada | Delivered'])
})

test.for<[Partial<Extract<ThreadEntry, { kind: 'answer' }>>, string]>([
  [{ by: 'Hamish' }, 'Coming'],
  [{ by: 'Ada', person: 'Ada' }, 'Ada: Coming'],
  [{ by: 'Siobhán' }, 'Coming | recorded by Siobhán'],
  [{ via: 'link', by: null }, 'Coming | by a link in a message'],
  [{ by: 'Hamish', answer: 'seeking_cover', reason: 'Flu' }, 'Can’t come, needs cover | “Flu”'],
  [{ via: 'rule', by: null, answer: 'asked' }, 'Answer withdrawn'],
])('an answer shows who gave it and how: %o', ([over, expected]) => {
  const answer = {
    kind: 'answer',
    at: '2027-07-01T10:00:00Z',
    answer: 'confirmed',
    person: 'Hamish',
    via: 'screen',
    reason: '',
  } as const
  expect(words([{ ...answer, by: null, ...over }])).toEqual([expected])
})

test('a search ends the thread with its next step, or its end', () => {
  const start = 'Cover asked for by Hamish | 10 asked, 3 said no, 7 haven’t replied'
  expect(words([search({ next_rung_at: '2027-07-01T12:00:00Z' })])).toEqual([start, 'The next people are asked'])
  expect(words([search({ state: 'covered', covered_by: 'Ada' })])).toEqual([start, 'Covered by Ada'])
  expect(words([search({ state: 'exhausted' })])).toEqual([start, 'No one is left to ask'])
  expect(words([search({ asked: 0, declined: 0, by: null })])).toEqual(['Cover asked for | No one has been asked yet'])
})

test('an open shift names its releaser, until someone else answers for it', () => {
  const answer = (said: Extract<ThreadEntry, { kind: 'answer' }>['answer'], person: string): ThreadEntry => ({
    ...{ kind: 'answer', at: '2027-07-01T10:00:00Z', answer: said, person, by: person, via: 'screen', reason: '' },
  })
  expect(releasedBy([answer('seeking_cover', 'Ann'), answer('released', 'Ann'), search({})])).toBe('Ann')
  expect(releasedBy([answer('released', 'Ann'), answer('confirmed', 'Bo')])).toBeNull()
  expect(releasedBy([search({})])).toBeNull()
})
