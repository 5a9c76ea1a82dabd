import { Temporal } from 'temporal-polyfill'
import { isReminder, reminderOf } from '#server/organisation/reminders-contract.ts'
import type { Channel, ShiftMessageKind } from './contract.ts'
import { dueStart, hasVisibleChange, usefulUntil } from './difference.ts'
import { localDate, messageDue, type QuietHours, quietWindow } from './due.ts'
import type { ShiftFacts } from './shift-facts.ts'

export type Recipient = {
  id: number
  is_active: boolean
  erased: boolean
  email: string
  phone: string | null
  sms_verified: boolean
  sms_notifications: boolean
  email_notifications: boolean
  email_reminders: boolean
  email_newsletters: boolean
  email_blocked: string | null
  sms_blocked: boolean
}

export type SendFacts = {
  kind: ShiftMessageKind
  channel: Channel
  start_local_date: string | null
  /** The facts last told, for a notice of a change. */
  previous: Partial<ShiftFacts> | null
  shift: ShiftFacts | null
  /** Whether its question still matches the shift; true for a message without one. */
  question_stands?: boolean
  person: Recipient
  site: QuietHours & {
    status: string
    timezone: string
    sms_enabled: boolean
    ask_answers: boolean
    reminder_offsets: readonly string[]
  }
  now: Date
}

export type SendVerdict =
  | { kind: 'send' }
  | { kind: 'drop'; state: 'cancelled' | 'skipped' | 'missed'; reason: string }
  /** An SMS in quiet hours waits for their end. */
  | { kind: 'wait'; until: Date }
  /** Its message is paused: it waits in a lane that no sender claims. */
  | { kind: 'hold' }

/** Reason for withholding messages about shifts of a called-off event; they are sent if that is withdrawn. */
export const OFF_REASON = 'called_off'

const drop = (state: 'cancelled' | 'skipped' | 'missed', reason: string): SendVerdict => ({
  kind: 'drop',
  state,
  reason,
})

/** Decides whether a message may still be sent: it must match the shift, be useful, and be wanted on this channel. */
export function sendVerdict(facts: SendFacts): SendVerdict {
  const { person, kind } = facts
  if (!person.is_active || person.erased) return drop('cancelled', 'inactive')
  if (facts.site.status !== 'active') return drop('cancelled', 'site_closed')
  return (
    (kind === 'shift.cancelled' ? withdrawalVerdict(facts) : shiftVerdict(facts)) ??
    preferenceVerdict(facts) ??
    quietVerdict(facts)
  )
}

function shiftVerdict({
  kind,
  channel,
  shift,
  person,
  previous,
  start_local_date,
  question_stands = true,
  site,
  now,
}: SendFacts): SendVerdict | null {
  if (!shift) return drop('cancelled', 'removed')
  if (!shift.published) return drop('cancelled', 'unpublished')
  if (shift.person !== person.id) return drop('cancelled', 'reassigned')
  if (shift.began) return drop('cancelled', 'began')
  if (shift.called_off) return drop('cancelled', OFF_REASON)
  const reminder = isReminder(kind)
  if (reminder && localDate(new Date(dueStart(shift)), site.timezone) !== start_local_date)
    return drop('cancelled', 'moved')
  const isNew = kind === 'shift.assigned'
  const useful = isNew || kind === 'shift.changed' ? usefulUntil(isNew ? null : previous, shift) : shift.start
  if (now.getTime() >= Date.parse(useful)) return drop(reminder ? 'missed' : 'skipped', 'late')
  if (kind === 'reminder.week' && site.reminder_offsets.includes(reminderOf('reminder.day').offset)) {
    const dayDue = messageDue(Temporal.Instant.from(dueStart(shift)), site.timezone, 'reminder.day', channel, site)
    if (now.getTime() >= dayDue.epochMilliseconds) return drop('skipped', 'late')
  }
  if (isQuestion(kind)) {
    if (!site.ask_answers) return drop('cancelled', 'not_asked')
    if (shift.archived) return drop('cancelled', 'archived')
    if (shift.answer !== 'asked' || !question_stands) return drop('cancelled', 'answered')
  }
  if (kind === 'shift.changed' && previous && !hasVisibleChange(previous, shift)) return drop('skipped', 'unchanged')
  return null
}

function withdrawalVerdict({ shift, person, previous, now }: SendFacts): SendVerdict | null {
  if (shift?.published && shift.person === person.id && !shift.began) return drop('cancelled', 'yours_again')
  if (previous?.start && now.getTime() >= Date.parse(usefulUntil(previous, null))) return drop('skipped', 'late')
  return null
}

/** Returns why a person does not get messages of this kind and channel; null if they do. */
export function preferenceVerdict({
  kind,
  channel,
  person,
  site,
}: {
  kind: string
  channel: Channel
  person: Recipient
  site: { sms_enabled: boolean }
}): SendVerdict | null {
  if (channel === 'email') {
    if (!person.email) return drop('skipped', 'no_address')
    if (person.email_blocked) return drop('skipped', person.email_blocked)
    const isWanted = kind.startsWith('reminder.') ? person.email_reminders : person.email_notifications
    return isWanted ? null : drop('skipped', 'opted_out')
  }
  if (!site.sms_enabled) return drop('skipped', 'sms_off')
  if (!person.phone) return drop('skipped', 'no_phone')
  if (!person.sms_verified) return drop('skipped', 'unverified')
  if (person.sms_blocked) return drop('skipped', 'stopped')
  return person.sms_notifications ? null : drop('skipped', 'opted_out')
}

/** Whether a message only asks: sent while unanswered, outside quiet hours. */
export const isQuestion = (kind: string) => kind === 'shift.asked' || kind === 'answer.nudge'

/** Delays a late or immediate SMS, and any question, to the end of quiet hours, unless the shift starts before. */
function quietVerdict({ kind, channel, shift, previous, site, now }: SendFacts): SendVerdict {
  if (channel === 'email' && !isQuestion(kind)) return { kind: 'send' }
  const window = quietWindow(Temporal.Instant.fromEpochMilliseconds(now.getTime()), site.timezone, site)
  const start = Date.parse(shift?.start ?? previous?.start ?? '')
  if (!window || start <= window.ends.epochMilliseconds) return { kind: 'send' }
  return { kind: 'wait', until: new Date(window.ends.epochMilliseconds) }
}

export type UnansweredFacts = {
  channel: Channel
  kind: string
  state: 'sending' | 'unknown'
  /** Milliseconds of real time since the lease ended (sending) or the response was lost (unknown). */
  overdue_ms: number
  /** False if the sender stopped before the check, so that no call was made. */
  called: boolean
  doubts: number
  resent: boolean
  /** Whether any event of the channel was ever received, and whether one was for this attempt or a later one. */
  ever_heard: boolean
  heard_later: boolean
  /** How long accepted messages have had no event; null when nothing is outstanding. */
  silent_ms: number | null
  /** The provider's own record; 'cannot say' where it has no list to search. */
  trace: { found: string } | 'none' | 'cannot say'
}

export type UnansweredTimes = { settleMs: Record<Channel, number>; resendMs: number }

export const UNANSWERED_TIMES: UnansweredTimes = { settleMs: { email: 300_000, sms: 120_000 }, resendMs: 900_000 }

/** Maximum attempts, including repeats of those without a trace. */
export const MAX_ATTEMPTS = 3
/**
 * Factor of the last retry's wait over the settling time (email half an hour, SMS twelve minutes), so that a
 * quarter-hour outage does not use up all three attempts.
 */
const LAST_REPEAT = 6

export type UnansweredVerdict =
  | { kind: 'leave' }
  | { kind: 'sent'; provider_id: string }
  /**
   * `doubt` counts the attempt as possibly received by the provider; `wait_ms` is real time before the next, default
   * immediately.
   */
  | { kind: 'requeue'; doubt: boolean; resent: boolean; wait_ms?: number }
  | { kind: 'failed' }
  | { kind: 'hold' }

export function unansweredVerdict(facts: UnansweredFacts, times: UnansweredTimes): UnansweredVerdict {
  if (typeof facts.trace === 'object') return { kind: 'sent', provider_id: facts.trace.found }
  if (facts.state === 'sending' && !facts.called) return { kind: 'requeue', doubt: false, resent: false }
  const settle = times.settleMs[facts.channel]
  if (facts.state === 'unknown') {
    const resend =
      facts.kind === 'reminder.day' && facts.channel === 'email' && !facts.resent && facts.overdue_ms >= times.resendMs
    if (resend) return { kind: 'requeue', doubt: true, resent: true }
    // Events are received again for all accepted messages but this one: it was never accepted.
    const back = facts.channel === 'email' && (facts.heard_later || (facts.ever_heard && facts.silent_ms === null))
    return back && facts.overdue_ms >= 2 * settle ? retryVerdict(facts, settle) : { kind: 'leave' }
  }
  if (facts.overdue_ms < settle) return { kind: 'leave' }
  if (facts.trace !== 'none' && !eventsArrive(facts, settle)) return { kind: 'hold' }
  return retryVerdict(facts, settle)
}

function retryVerdict({ doubts, resent }: UnansweredFacts, settle: number): UnansweredVerdict {
  const attemptsLeft = MAX_ATTEMPTS - (doubts + 1)
  if (attemptsLeft <= 0) return { kind: 'failed' }
  return { kind: 'requeue', doubt: true, resent, ...(attemptsLeft === 1 && { wait_ms: LAST_REPEAT * settle }) }
}

/** A missing event means "not sent" only while events are received. */
const eventsArrive = ({ ever_heard, heard_later, silent_ms }: UnansweredFacts, settle: number) =>
  heard_later || (ever_heard && (silent_ms === null || silent_ms < settle))
