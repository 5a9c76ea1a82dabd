import '#server/registry.ts'
import { expect, test } from 'vitest'
import type { Reason } from '#server/deliveries/explain/contract.ts'
import { type ExplainedMessage, explainMessage } from './rules.ts'

const FACTS: ExplainedMessage = {
  message: {
    id: 5,
    kind: 'email',
    status: 'sent',
    audience: { everyone: true },
    isRendered: true,
    isPaused: false,
    listsPeople: true,
    scheduled_for: null,
  },
  person: {
    id: 7,
    name: 'Ann',
    email_uid: '',
    settings: {},
    is_active: true,
    erased: false,
    email: 'ann@example.org',
    phone: '+447700900001',
    sms_verified: true,
    sms_notifications: true,
    email_notifications: true,
    email_reminders: true,
    email_newsletters: true,
    email_blocked: null,
    sms_blocked: false,
  },
  site: { status: 'active', timezone: 'Europe/London', sms_enabled: true, quiet_start: '20:00', quiet_end: '08:00' },
  now: new Date('2027-06-01T12:00:00Z'),
  row: null,
  matches: null,
}

const ROW: NonNullable<ExplainedMessage['row']> = {
  id: 1,
  kind: 'bulk:5',
  channel: 'email',
  state: 'sent',
  reason: null,
  due_at: FACTS.now,
  sent_at: FACTS.now,
  cause: '',
  start_local_date: null,
  refused: false,
}

type Over = Partial<Omit<ExplainedMessage, 'message' | 'person' | 'row'>> & {
  message?: Partial<ExplainedMessage['message']>
  person?: Partial<ExplainedMessage['person']>
  row?: Partial<typeof ROW>
}

const explained = ({ message, person, row, ...rest }: Over) =>
  explainMessage({
    ...FACTS,
    ...rest,
    message: { ...FACTS.message, ...message },
    person: { ...FACTS.person, ...person },
    row: row ? { ...ROW, ...row } : null,
  })

const DRAFT = { status: 'draft' }
const cases: [string, Over, Reason][] = [
  ['a draft for them', { message: DRAFT, matches: { reason: null } }, 'not_due'],
  ['a draft that they cannot get', { message: DRAFT, matches: { reason: 'unverified' } }, 'unverified'],
  ['a draft for others', { message: DRAFT }, 'not_assigned'],
  ['one that was for others', {}, 'not_assigned'],
  ['one whose people are no longer kept', { message: { listsPeople: false } }, 'not_kept'],
  ['over the cap', { row: { state: 'skipped', reason: 'limit' } }, 'limit'],
  ['the same address as another', { row: { state: 'skipped', reason: 'duplicate' } }, 'already_notified'],
  ['stopped', { row: { state: 'cancelled', reason: 'stopped' } }, 'withdrawn'],
  ['waiting', { row: { state: 'queued' } }, 'queued'],
  ['waiting for its rendering', { row: { state: 'queued' }, message: { isRendered: false } }, 'queued'],
  ['waiting while it is paused', { row: { state: 'queued' }, message: { isPaused: true } }, 'queued'],
  ['waiting, and switched off since', { row: { state: 'queued' }, person: { email_newsletters: false } }, 'opted_out'],
  [
    'a text in quiet hours',
    { row: { state: 'queued', channel: 'sms' }, message: { kind: 'sms' }, now: new Date('2027-06-01T21:00:00Z') },
    'quiet_hours',
  ],
]

test.each(cases)('%s', (_name, over, reason) => {
  expect(explained(over)).toMatchObject({ kind: 'bulk:5', message: 5, reason, can_resend: false })
})

test('a scheduled message is planned for its time', () => {
  const scheduled_for = new Date('2027-06-03T08:00:00Z')
  expect(explained({ message: { status: 'scheduled', scheduled_for }, matches: { reason: null } })).toMatchObject({
    state: 'planned',
    reason: 'not_due',
    due_at: '2027-06-03T08:00:00.000Z',
  })
})

test('it can be resent once to someone it did not reach, who can get it now', () => {
  const resend = (over: Over) => explained({ row: { state: 'failed' }, ...over }).can_resend
  expect(resend({})).toBe(true)
  expect(resend({ row: { state: 'bounced' } })).toBe(true)
  expect(resend({ row: { state: 'skipped', reason: 'blocked' } })).toBe(true)
  expect(resend({ row: { state: 'sent' } })).toBe(false)
  expect(resend({ row: { state: 'skipped', reason: 'duplicate' } })).toBe(false)
  expect(resend({ row: { state: 'failed', cause: 'resend:1' } })).toBe(false)
  expect(resend({ person: { email_blocked: 'bounced' } })).toBe(false)
  expect(resend({ person: { email_newsletters: false } })).toBe(false)
  expect(resend({ message: { status: 'cancelled' } })).toBe(false)
  expect(resend({ message: { isPaused: true } })).toBe(false)
  expect(resend({ message: { listsPeople: false } })).toBe(false)
})
