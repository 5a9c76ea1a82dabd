import { expect, test } from 'vitest'
import { exampleShift } from '#tests/support/messages/shift-drafts.ts'
import { endOf, type PromiseEnd, type PromiseOf, type PromiseRow, promisesIn, type StoredNotice } from './rules.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const notice = (over: Partial<StoredNotice> = {}): StoredNotice => ({
  ...{ id: 1, person: 2, kind: 'waiting.offered', channel: 'email', event: 3, cause: 'notice:5', state: 'sent' },
  ...{ useful_until: new Date('2026-11-28T09:00:00Z'), shift: 7, subject: 5, missing: null, what: 'Race', at: '' },
  ...{ ends: null, kept: false },
  ...over,
})

test.each([
  ['one that has left', [notice()], ['email']],
  ['one that left by both channels', [notice(), notice({ id: 2, channel: 'sms' })], ['email', 'sms']],
  ['none that still waits', [notice({ state: 'queued' })], null],
  ['one that still waits, to which its reader has said yes', [notice({ state: 'queued', kept: true })], ['email']],
  ['none that failed', [notice({ state: 'failed' })], null],
  ['none whose end is queued', [notice(), notice({ id: 2, kind: 'waiting.expired', state: 'queued' })], null],
  ['none that its reader ended', [notice({ ends: true })], null],
  ['one that its reader opened again', [notice({ kind: 'waiting.expired', ends: false })], ['email']],
  ['none that is over', [notice({ useful_until: NOW })], null],
] as const)('a promise stands by the last notice: %s', (_, notices, channels) => {
  expect(promisesIn(notices, NOW).standing[0]?.channels ?? null).toEqual(channels)
})

test('a coordinator who got the email knows that a gap has closed, even if the text is still queued', () => {
  const gap = notice({ kind: 'answer.declined' })
  const end = (state: string, channel: 'email' | 'sms', id: number) =>
    notice({ id, kind: 'answer.kept', cause: 'notice:6', state, channel })
  expect(promisesIn([gap, end('sent', 'email', 2), end('queued', 'sms', 3)], NOW).closed).toHaveLength(1)
  expect(promisesIn([gap, end('queued', 'email', 2), end('queued', 'sms', 3)], NOW).closed).toHaveLength(0)
})

const OPEN = { open: true, answered: false, ended: null, moved: false }
const free = exampleShift({ person: null })

test.each<[PromiseOf, string, ReturnType<typeof exampleShift> | null, PromiseRow, PromiseEnd | null]>([
  ['hold', 'stands', free, OPEN, null],
  ['hold', 'someone else has the shift', exampleShift({ person: 9 }), OPEN, 'taken'],
  ['hold', 'the shift is deleted', null, null, 'gone'],
  ['hold', 'its reader has it', exampleShift({ person: 2 }), OPEN, null],
  ['hold', 'its reader said no', exampleShift({ person: 9 }), { ...OPEN, answered: true }, null],
  ['ask', 'is open', exampleShift({ person: 9 }), OPEN, null],
  ['ask', 'someone said yes', exampleShift({ person: 9 }), { ...OPEN, open: false, ended: 'yes' }, 'taken'],
  ['ask', 'the shift has moved', exampleShift({ person: 9 }), { ...OPEN, open: false, moved: true }, 'changed'],
  ['gap', 'no one is on it', free, null, null],
  ['gap', 'someone is found', exampleShift({ person: 9 }), null, 'taken'],
  ['gap', 'its person comes', exampleShift({ person: 4, answer: 'confirmed' }), null, 'kept'],
  ['gap', 'the shift is unpublished', exampleShift({ published: false }), null, 'gone'],
])('a promise (%s) where %s', (of, _, shift, row, end) => {
  const [standing] = promisesIn([notice({ missing: 4 })], NOW).standing
  expect(endOf({ ...standing!, of }, shift, row)).toBe(end)
})
