import { REMINDERS, reminderOf } from '#server/organisation/reminders-contract.ts'

/** Kinds of messages about shifts. Bulk mail (`bulk:{id}`) and account mail (`account.*`) use the same table. */
export const SHIFT_MESSAGE_KINDS = [
  ...REMINDERS.map(({ kind }) => kind),
  'shift.assigned',
  'shift.changed',
  'shift.cancelled',
] as const
export type ShiftMessageKind = (typeof SHIFT_MESSAGE_KINDS)[number]

export const isShiftMessageKind = (kind: string): kind is ShiftMessageKind =>
  (SHIFT_MESSAGE_KINDS as readonly string[]).includes(kind)

export const KIND_LABEL: Record<ShiftMessageKind, string> = {
  'reminder.week': reminderOf('reminder.week').label,
  'reminder.day': reminderOf('reminder.day').label,
  'shift.assigned': 'New shift',
  'shift.changed': 'Shift changed',
  'shift.cancelled': 'Shift cancelled',
}

/** How long messages wait about a change that a screen offers to undo: a little longer than the offer stands. */
export const UNDO_WINDOW_MS = 25_000

export type Channel = 'email' | 'sms'

/** The states of a message (docs/reminders.md, "States"). */
export type DeliveryState =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'bounced'
  | 'complained'
  | 'skipped'
  | 'cancelled'
  | 'failed'
  | 'missed'
  | 'unknown'

/** Why a message was not sent, as the history shows it. */
export const REASON_LABEL: Record<string, string> = {
  late: 'Too late to be useful',
  removed: 'The shift was removed',
  unpublished: 'The shift was unpublished',
  reassigned: 'The shift is no longer theirs',
  moved: 'The shift moved to another day',
  began: 'The shift had started',
  inactive: 'The person is not active',
  site_closed: 'The site is not active',
  unchanged: 'The change was undone',
  taken_up: 'The request was reopened',
  yours_again: 'The shift is theirs again',
  opted_out: 'They turned these messages off',
  no_address: 'No email address',
  no_phone: 'No phone number',
  unverified: 'The phone number is not verified',
  sms_off: 'SMS is off for the site',
  stopped: 'They replied STOP',
  bounced: 'Their address rejects email',
  complained: 'They marked our email as spam',
}
