import '#server/registry.ts'
import { expect, test } from 'vitest'
import type { RosterNoticeKind } from './roster-notice-kinds.ts'
import { rosterNoticeVerdict } from './roster-notices.ts'
import type { Recipient } from './rules.ts'

const SITE = {
  status: 'active',
  timezone: 'Europe/London',
  sms_enabled: true,
  quiet_start: '20:00',
  quiet_end: '08:00',
}
const ANN: Recipient = {
  id: 1,
  is_active: true,
  erased: false,
  email: 'ann@example.org',
  email_notifications: true,
  email_reminders: true,
  email_newsletters: true,
  email_blocked: null,
  sms_blocked: false,
  phone: '+447700900001',
  sms_verified: true,
  sms_notifications: true,
}
const NIGHT = new Date('2026-11-27T22:00:00Z')

/** The verdict on a text at ten at night about a shift that starts at `at`. */
const verdict = (kind: RosterNoticeKind, at: string, useful_until = at) =>
  rosterNoticeVerdict(
    { kind, channel: 'sms', facts: { subject_id: 7, useful_until, times: { at } } },
    ANN,
    SITE,
    new Set([`${kind} 7`]),
    NIGHT,
  ).kind

test.each(['cover.asked', 'waiting.offered', 'answer.declined', 'cover.exhausted'] as const)(
  'a text of %s leaves at night when no more than twelve hours are left until the shift',
  (kind) => {
    expect(verdict(kind, '2026-11-28T10:00:00Z')).toBe('send')
    expect(verdict(kind, '2026-11-28T10:01:00Z')).toBe('wait')
    expect(verdict(kind, '2026-12-05T10:00:00Z', '2026-11-28T09:00:00Z')).toBe('wait')
  },
)

test('other texts wait for the morning, where that is soon enough', () => {
  expect([verdict('cover.taken', '2026-11-28T09:00:00Z'), verdict('cover.taken', '2026-11-28T07:00:00Z')]).toEqual([
    'wait',
    'send',
  ])
})
