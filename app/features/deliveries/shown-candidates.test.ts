import { expect, test } from 'vitest'
import type { Candidate } from '#server/deliveries/explain/contract.ts'
import { sharedReason, shownCandidates, withTextsTogether } from './shown-candidates.ts'

const candidate = (over: Partial<Candidate>): Candidate => ({
  kind: 'reminder.day',
  title: 'Reminder, one day before',
  channel: 'email',
  state: 'none',
  shift: 1,
  message: null,
  delivery: null,
  due_at: null,
  sent_at: null,
  reason: 'not_assigned',
  words: 'Is not on this shift.',
  can_resend: false,
  ...over,
})

test('lists change notices only if one was sent, and texts only if the club sends texts', () => {
  const changed = candidate({ kind: 'shift.changed', reason: 'not_due' })
  const text = candidate({ channel: 'sms', reason: 'sms_off' })
  const sent = candidate({ kind: 'shift.changed', delivery: 4, state: 'sent' })
  expect(shownCandidates([changed, text, sent, candidate({})])).toEqual([sent, candidate({})])
})

test('shows a reason shared by all candidates once', () => {
  expect(sharedReason([candidate({}), candidate({ kind: 'shift.assigned' })])).toBe('Is not on this shift.')
  expect(sharedReason([candidate({}), candidate({ words: 'Other.' })])).toBe(null)
  expect(sharedReason([candidate({ delivery: 4 })])).toBe(null)
  expect(sharedReason([])).toBe(null)
})

test('shows the reason why someone gets no texts once', () => {
  const text = (over = {}) =>
    candidate({ channel: 'sms', reason: 'no_address', words: 'Has no phone number.', ...over })
  const both = [text(), candidate({}), text({ kind: 'shift.assigned' })]
  expect(withTextsTogether(both)).toEqual({ candidates: [candidate({})], texts: text() })
  const one = [text(), candidate({})]
  expect(withTextsTogether(one)).toEqual({ candidates: one, texts: null })
  const other = [text(), text({ words: 'Has switched texts off.', reason: 'opted_out' })]
  expect(withTextsTogether(other)).toEqual({ candidates: other, texts: null })
})
