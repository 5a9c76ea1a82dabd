import { REMINDERS } from '#server/organisation/reminders-contract.ts'

/** Kinds of messages about shifts. Bulk mail (`bulk:{id}`) and account mail (`account.*`) use the same table. */
export const SHIFT_MESSAGE_KINDS = [
  ...REMINDERS.map(({ kind }) => kind),
  'shift.assigned',
  'shift.asked',
  'shift.changed',
  'shift.cancelled',
  'answer.nudge',
] as const
export type ShiftMessageKind = (typeof SHIFT_MESSAGE_KINDS)[number]

export const isShiftMessageKind = (kind: string): kind is ShiftMessageKind =>
  (SHIFT_MESSAGE_KINDS as readonly string[]).includes(kind)

/** Delay of messages about undoable changes: slightly longer than the offer to undo. */
export const UNDO_WINDOW_MS = 25_000

export const CHANNELS = ['email', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]

/** The states of a message (docs/reminders.md, "States"). */
export const MESSAGE_STATES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'skipped',
  'cancelled',
  'failed',
  'missed',
  'unknown',
] as const
export type DeliveryState = (typeof MESSAGE_STATES)[number]

/** Reason of a message that may have left before a restore. */
export const RESTORED_REASON = 'restored'
