import { describe, expect, test } from 'vitest'
import { MESSAGE_STATES, SHIFT_MESSAGE_KINDS } from '#server/deliveries/contract.ts'
import { usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { Told } from '#server/deliveries/told.ts'
import type { Reason } from './contract.ts'
import { type ExplainedRow, explainShift, notOnEvent, type ShiftCase, storedCandidate } from './rules.ts'
import { storedReason } from './stored-reason.ts'

const START = '2027-06-19T09:00:00.000Z'
const DAY = '2027-06-18T09:00:00.000Z'

const PERSON: ShiftCase['person'] = {
  id: 7,
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
}

const SITE: ShiftCase['site'] = {
  status: 'active',
  timezone: 'Europe/London',
  sms_enabled: true,
  ask_answers: true,
  ask_weeks: 6,
  answer_by_days: 5,
  reminder_offsets: ['P7D', 'P1D'],
  quiet_start: '20:00',
  quiet_end: '08:00',
}

const SHIFT: NonNullable<ShiftCase['shift']> = {
  id: 3,
  event: 1,
  person: 7,
  start: START,
  end: '2027-06-19T12:00:00.000Z',
  due_start: START,
  published: true,
  began: false,
  sequence: 0,
  answer: 'confirmed',
  event_name: 'Regatta',
  role: null,
  assignment: null,
  location: null,
  address: null,
  contact: '',
  notes: '',
  known_at: new Date('2027-05-01T09:00:00Z'),
  question_seen: false,
}

type Over = {
  at?: string
  shift?: Partial<typeof SHIFT> | null
  person?: Partial<typeof PERSON>
  site?: Partial<typeof SITE>
} & Partial<Pick<ShiftCase, 'rows' | 'told' | 'told_by' | 'settles'>>

const caseOf = ({ at = '2027-06-01T12:00:00Z', shift = {}, person, site, ...rest }: Over): ShiftCase => ({
  id: 3,
  shift: shift && { ...SHIFT, ...shift },
  person: { ...PERSON, ...person },
  site: { ...SITE, ...site },
  now: new Date(at),
  reader: usualClock('Europe/London', new Date(at)),
  rows: [],
  told: null,
  told_by: { email: null, sms: null },
  settles: null,
  ...rest,
})

const KNOWN: Told = { state: 'theirs', by: 'message', at: new Date('2027-05-01T09:00:00Z'), facts: SHIFT }
const GONE: Told = { ...KNOWN, state: 'not_theirs', by: 'act' }
const SOON = new Date('2027-06-01T12:00:25Z')
const LATER = '2027-06-19T13:00:00Z'

const row = (over: Partial<ExplainedRow> = {}): ExplainedRow => ({
  id: 1,
  kind: 'reminder.day',
  channel: 'email',
  state: 'sent',
  reason: null,
  due_at: new Date(DAY),
  sent_at: new Date(DAY),
  cause: '',
  start_local_date: '2027-06-19',
  previous: null,
  refused: false,
  ...over,
})

const explained = (over: Over, kind: string, channel: 'email' | 'sms' = 'email') => {
  const found = explainShift(caseOf(over)).find((one) => one.kind === kind && one.channel === channel)
  if (!found) throw new Error('No such candidate.')
  return found
}

test.each([
  [
    'at its hour',
    {},
    {
      due_at: '2027-06-14T09:00:00.000Z',
      words: 'Goes out if a message has asked them and they haven’t replied by then.',
    },
  ],
  [
    'after the quiet hours',
    { shift: { start: '2027-06-19T03:00:00.000Z', due_start: '2027-06-19T03:00:00.000Z' } },
    {
      due_at: '2027-06-14T07:00:00.000Z',
      words: 'Goes out if a message has asked them and they haven’t replied by then.',
    },
  ],
  ['by a reminder', { site: { answer_by_days: 7 } }, { due_at: null, words: 'The reminder that day asks.' }],
  [
    'where reminders are off',
    { site: { answer_by_days: 7 }, person: { email_reminders: false } },
    {
      due_at: '2027-06-12T09:00:00.000Z',
      words: 'Goes out if a message has asked them and they haven’t replied by then.',
    },
  ],
] as const)('a second question is explained: %s', (_, over, { due_at, words }) => {
  const found = explained({ ...over, shift: { answer: 'asked', ...('shift' in over && over.shift) } }, 'answer.nudge')
  expect([found.due_at ?? null, found.words]).toEqual([due_at, words])
})

test('there is one candidate for each kind and channel, each with a sentence', () => {
  const candidates = explainShift(caseOf({}))
  expect(new Set(candidates.map(({ kind, channel }) => `${kind} ${channel}`)).size).toBe(SHIFT_MESSAGE_KINDS.length * 2)
  for (const { words } of [...candidates, ...notOnEvent()]) expect(words).toMatch(/^[A-Z].+\.$/)
})

describe('reminders without a delivery', () => {
  const cases: [string, Over, 'email' | 'sms', Reason, 'planned' | 'none'][] = [
    ['before it is due', {}, 'email', 'not_due', 'planned'],
    ['due now, and not planned yet', { at: DAY }, 'email', 'queued', 'planned'],
    ['due now in quiet hours', { at: '2027-06-18T21:00:00Z' }, 'sms', 'quiet_hours', 'planned'],
    ['due for hours, and kept back', { at: '2027-06-18T12:00:00Z' }, 'email', 'queued', 'planned'],
    [
      'told by email after it was due',
      { told_by: { email: new Date('2027-06-18T10:00:00Z'), sms: null } },
      'email',
      'already_notified',
      'none',
    ],
    [
      'told by email only, and it is by text',
      { told_by: { email: new Date('2027-06-18T10:00:00Z'), sms: null } },
      'sms',
      'not_due',
      'planned',
    ],
    ['no such reminder', { site: { reminder_offsets: ['P7D'] } }, 'email', 'not_due', 'none'],
    ['not theirs', { shift: { person: 8 } }, 'email', 'not_assigned', 'none'],
    ['removed', { shift: null }, 'email', 'not_assigned', 'none'],
    ['a draft', { shift: { published: false } }, 'email', 'not_published', 'none'],
    ['begun', { shift: { began: true } }, 'email', 'started', 'none'],
    ['over', { at: '2027-06-20T09:00:00Z' }, 'email', 'started', 'none'],
    ['switched off', { person: { email_reminders: false } }, 'email', 'opted_out', 'none'],
    ['texts switched off', { person: { sms_notifications: false } }, 'sms', 'opted_out', 'none'],
    ['no address', { person: { email: '' } }, 'email', 'no_address', 'none'],
    ['no phone', { person: { phone: null } }, 'sms', 'no_address', 'none'],
    ['not verified', { person: { sms_verified: false } }, 'sms', 'unverified', 'none'],
    ['no texts at this club', { site: { sms_enabled: false } }, 'sms', 'sms_off', 'none'],
    ['bounced', { person: { email_blocked: 'bounced' } }, 'email', 'blocked', 'none'],
    ['complained', { person: { email_blocked: 'complained' } }, 'email', 'blocked', 'none'],
    ['STOP', { person: { sms_blocked: true } }, 'sms', 'blocked', 'none'],
    ['not active', { person: { is_active: false } }, 'email', 'inactive', 'none'],
  ]
  test.each(cases)('%s', (_name, over, channel, reason, state) => {
    expect(explained(over, 'reminder.day', channel)).toMatchObject({ reason, state, can_resend: false, delivery: null })
  })

  test('the notice of the shift replaces a reminder that was due before it', () => {
    const over = { at: '2027-06-13T09:00:00Z', told_by: { email: new Date('2027-06-13T08:00:00Z'), sms: null } }
    expect(explained(over, 'reminder.week').reason).toBe('already_notified')
    expect(explained(over, 'reminder.day').reason).toBe('not_due')
  })

  test('the reminder of a week is late when that of the day is due', () => {
    expect(explained({ at: DAY }, 'reminder.week').reason).toBe('late')
  })

  test('a shift moved to another day has separate reminders for that day', () => {
    const rows = [row({ start_local_date: '2027-06-17', state: 'cancelled', reason: 'moved' })]
    expect(explained({ rows }, 'reminder.day')).toMatchObject({ reason: 'not_due', delivery: null, due_at: DAY })
  })
})

describe('notices without a delivery', () => {
  const notified = { rows: [row({ id: 1, kind: 'shift.assigned' })], told: KNOWN }
  const takenBack = [...notified.rows, row({ id: 2, kind: 'shift.cancelled' })]
  const cases: [string, Over, string, Reason][] = [
    [
      'told by the other channel',
      { rows: [row({ kind: 'shift.assigned', channel: 'sms' })], told: KNOWN },
      'shift.assigned',
      'already_notified',
    ],
    ['took it themselves', { told: { ...KNOWN, by: 'act' } }, 'shift.assigned', 'already_notified'],
    ['has only just come onto it', { settles: SOON }, 'shift.assigned', 'queued'],
    ['came onto it again', { ...notified, told: GONE, settles: SOON }, 'shift.assigned', 'queued'],
    [
      'came onto it, but wants no such email',
      { settles: SOON, person: { email_notifications: false } },
      'shift.assigned',
      'opted_out',
    ],
    ['moved a moment ago', { ...notified, shift: { end: LATER }, settles: SOON }, 'shift.changed', 'queued'],
    ['taken away a moment ago', { ...notified, shift: { person: 8 }, settles: SOON }, 'shift.cancelled', 'queued'],
    ['removed a moment ago', { ...notified, shift: null, settles: SOON }, 'shift.cancelled', 'queued'],
    ['moved and back', { ...notified, settles: SOON }, 'shift.changed', 'not_due'],
    ['no one knows why', {}, 'shift.assigned', 'unknown'],
    ['a change would be told', notified, 'shift.changed', 'not_due'],
    ['the loss of it would be told', notified, 'shift.cancelled', 'not_due'],
    ['not theirs', { shift: { person: null } }, 'shift.assigned', 'not_assigned'],
    [
      'gave it back themselves',
      { shift: { person: null }, rows: notified.rows, told: GONE },
      'shift.cancelled',
      'already_notified',
    ],
    ['never knew of it', { shift: { person: null } }, 'shift.cancelled', 'not_assigned'],
    ['was told that it is not', { shift: { person: null }, rows: takenBack }, 'shift.cancelled', 'sent'],
    ['switched off', { person: { email_notifications: false } }, 'shift.assigned', 'opted_out'],
    ['over', { at: '2027-06-20T09:00:00Z' }, 'shift.changed', 'started'],
    ['a draft', { shift: { published: false } }, 'shift.cancelled', 'not_published'],
  ]
  test.each(cases)('%s', (_name, over, kind, reason) => {
    expect(explained(over, kind).reason).toBe(reason)
  })
})

describe('deliveries', () => {
  test('every state has a reason', () => {
    const reasons = MESSAGE_STATES.map((state) => [state, storedReason(state, null)])
    expect(Object.fromEntries(reasons)).toEqual({
      queued: 'queued',
      sending: 'queued',
      sent: 'sent',
      delivered: 'delivered',
      bounced: 'provider_failed',
      complained: 'delivered',
      skipped: 'unknown',
      cancelled: 'unknown',
      failed: 'provider_failed',
      missed: 'late',
      unknown: 'unknown',
    })
    expect(storedReason('skipped', 'limit')).toBe('limit')
    expect(storedReason('skipped', 'duplicate')).toBe('already_notified')
    expect(storedReason('skipped', 'stopped')).toBe('blocked')
    expect(storedReason('cancelled', 'stopped')).toBe('withdrawn')
  })

  test('a waiting one is judged as the sender will', () => {
    const rows = [row({ state: 'queued', sent_at: null })]
    expect(explained({ at: DAY, rows }, 'reminder.day').reason).toBe('queued')
    expect(explained({ at: DAY, rows, person: { email_reminders: false } }, 'reminder.day')).toMatchObject({
      state: 'queued',
      reason: 'opted_out',
    })
    const text = [row({ state: 'queued', sent_at: null, channel: 'sms' })]
    expect(explained({ at: '2027-06-18T21:00:00Z', rows: text }, 'reminder.day', 'sms')).toMatchObject({
      reason: 'quiet_hours',
      due_at: '2027-06-19T07:00:00.000Z',
    })
    const waits = [row({ ...text[0], due_at: new Date('2027-06-19T07:00:00Z') })]
    expect(explained({ at: '2027-06-18T21:00:00Z', rows: waits }, 'reminder.day', 'sms').reason).toBe('quiet_hours')
  })

  test('a finished one can be sent again once, as long as it is true and wanted', () => {
    const resend = (over: Over) => explained({ at: '2027-06-18T12:00:00Z', ...over }, 'reminder.day').can_resend
    expect(resend({ rows: [row()] })).toBe(true)
    expect(resend({ rows: [row({ state: 'failed' })] })).toBe(true)
    expect(resend({ rows: [row({ state: 'skipped', reason: 'opted_out' })] })).toBe(true)
    expect(resend({ rows: [row({ state: 'complained' })] })).toBe(false)
    expect(resend({ rows: [row({ state: 'cancelled', reason: 'reassigned' })] })).toBe(false)
    expect(resend({ rows: [row(), row({ id: 2, cause: 'resend:1' })] })).toBe(false)
    expect(resend({ rows: [row()], person: { email_blocked: 'bounced' } })).toBe(false)
    expect(resend({ rows: [row()], person: { email_reminders: false } })).toBe(false)
    expect(resend({ rows: [row()], shift: { person: 8 } })).toBe(false)
    expect(resend({ rows: [row()], at: '2027-06-19T09:00:00Z' })).toBe(false)
  })

  test('a kind without rules is explained by its stored state only', () => {
    expect(storedCandidate(row({ kind: 'request.declined', state: 'skipped', reason: 'opted_out' }))).toMatchObject({
      kind: 'request.declined',
      reason: 'opted_out',
      due_at: DAY,
      can_resend: false,
    })
  })
})
