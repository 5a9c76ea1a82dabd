import { Temporal } from 'temporal-polyfill'
import {
  CHANNELS,
  type Channel,
  type DeliveryState,
  RESTORED_REASON,
  SHIFT_MESSAGE_KINDS,
  type ShiftMessageKind,
} from '#server/deliveries/contract.ts'
import { difference, dueStart } from '#server/deliveries/difference.ts'
import { dueAt, localDate, messageDue, quietWindow } from '#server/deliveries/due.ts'
import { messageTitle } from '#server/deliveries/message-title.ts'
import { questionDue } from '#server/deliveries/questions.ts'
import { type Recipient, type SendFacts, type SendVerdict, sendVerdict } from '#server/deliveries/rules.ts'
import type { ShiftFacts } from '#server/deliveries/shift-facts.ts'
import { type Clock, shortDate } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { Told } from '#server/deliveries/told.ts'
import { deliveryWords, PLAN_WORDS } from '#server/deliveries/words.ts'
import { isReminder, REMINDERS, type ReminderKind, reminderOf } from '#server/organisation/reminders-contract.ts'
import type { Candidate, CandidateState } from './contract.ts'
import { storedReason } from './stored-reason.ts'

/** A stored delivery. `start_local_date` is YYYY-MM-DD. */
export type ExplainedRow = {
  id: number
  kind: string
  channel: Channel
  state: DeliveryState
  reason: string | null
  due_at: Date
  sent_at: Date | null
  cause: string
  start_local_date: string | null
  /** The facts last told, for a notice of a change. */
  previous: Partial<ShiftFacts> | null
  /** Whether its question still matches the shift; absent if irrelevant. */
  question_stands?: boolean
  /** Whether a provider has deferred it. */
  refused: boolean
}

export type ShiftCase = {
  /** Null for a removed shift. */
  shift: (ShiftFacts & { known_at: Date | null; question_seen: boolean }) | null
  id: number
  person: Recipient
  site: SendFacts['site'] & { ask_weeks: number; answer_by_days: number }
  now: Date
  /** The clock of the reader of the words. */
  reader: Clock
  /** All deliveries to the person about this shift, oldest first. */
  rows: readonly ExplainedRow[]
  told: Told | null
  /** When a message by each channel last told them; taking it themselves counts for both. */
  told_by: Readonly<Record<Channel, Date | null>>
  /** End of the undo window of a change, when it is told; null without a change. */
  settles: Date | null
}

/** The planner's delay of a question after the notice of a shift. */
const DAY_MS = 86_400_000

export const RESEND = 'resend:'

export const isResent = ({ cause }: Pick<ExplainedRow, 'cause'>): boolean => cause.startsWith(RESEND)

/** States in which a message can be resent: finished or held. */
export const FINISHED: readonly DeliveryState[] = [
  'sent',
  'delivered',
  'bounced',
  'failed',
  'skipped',
  'missed',
  'unknown',
]

type Explained = Pick<Candidate, 'reason' | 'words'> & {
  state?: CandidateState
  due_at?: Date | null
  can_resend?: boolean
}

/**
 * Returns the sender's verdict on a waiting delivery.
 * @param judge the check, at an instant.
 */
export function waiting(
  row: Pick<ExplainedRow, 'channel' | 'state' | 'reason' | 'due_at' | 'refused'>,
  judge: (at: Date) => SendVerdict,
  { site, now }: { site: Parameters<typeof quietWindow>[2] & { timezone: string }; now: Date },
): Explained {
  const words = deliveryWords({ ...row, wasRefused: row.refused })
  const verdict = judge(new Date(Math.max(now.getTime(), row.due_at.getTime())))
  if (verdict.kind === 'drop') return dropped(row.channel, verdict)
  if (row.reason === RESTORED_REASON) return { reason: 'queued', words }
  if (verdict.kind === 'hold') return { reason: 'queued', words: deliveryWords({ ...row, isHeld: true }) }
  if (row.channel === 'sms') {
    const until = verdict.kind === 'wait' ? verdict.until : row.due_at
    const ends = quietWindow(Temporal.Instant.fromEpochMilliseconds(now.getTime()), site.timezone, site)?.ends
    if (verdict.kind === 'wait' || ends?.epochMilliseconds === until.getTime())
      return { reason: 'quiet_hours', words: PLAN_WORDS.quiet_hours, due_at: until }
  }
  return { reason: 'queued', words }
}

export const dropped = (channel: Channel, { state, reason }: Extract<SendVerdict, { kind: 'drop' }>): Explained => ({
  reason: storedReason(state, reason),
  words: deliveryWords({ channel, state, reason }),
})

/**
 * Explains every possible message to a person about one shift, one candidate per kind and channel, with the rules of
 * planner, notices and sender.
 */
export function explainShift(facts: ShiftCase): Candidate[] {
  return SHIFT_MESSAGE_KINDS.flatMap((kind) => CHANNELS.map((channel) => explainOne(facts, kind, channel)))
}

function explainOne(facts: ShiftCase, kind: ShiftMessageKind, channel: Channel): Candidate {
  const coming = toldSoon(facts, kind, channel)
  const row = coming ? null : latestRow(facts, kind, channel)
  const explained = coming ?? (row ? fromRow(facts, kind, row) : withoutRow(facts, kind, channel))
  return {
    kind,
    title: messageTitle(kind),
    channel,
    state: row?.state ?? explained.state ?? 'none',
    shift: facts.id,
    message: null,
    delivery: row?.id ?? null,
    due_at: (explained.due_at ?? row?.due_at ?? null)?.toISOString() ?? null,
    sent_at: row?.sent_at?.toISOString() ?? null,
    reason: explained.reason,
    words: explained.words,
    can_resend: explained.can_resend ?? false,
  }
}

/** The message about a change whose undo window is open. */
function toldSoon(facts: ShiftCase, kind: ShiftMessageKind, channel: Channel): Explained | null {
  const { shift, person, told, settles } = facts
  if (!settles || difference(person.id, told, shift, settles) !== kind) return null
  const subject = shift ?? (told?.facts as ShiftFacts | undefined) ?? null
  const verdict = sendVerdict({
    ...{ kind, channel, shift: kind === 'shift.cancelled' ? null : subject, previous: told?.facts ?? null },
    ...{ start_local_date: null, person, site: facts.site, now: settles },
  })
  if (verdict.kind === 'drop') return dropped(channel, verdict)
  return verdict.kind === 'wait'
    ? { reason: 'quiet_hours', words: PLAN_WORDS.quiet_hours, due_at: verdict.until, state: 'planned' }
    : { reason: 'queued', words: PLAN_WORDS.due_now, due_at: settles, state: 'planned' }
}

/** Reminders are separate for each day to which a shift moves. */
function latestRow({ rows, shift, site }: ShiftCase, kind: ShiftMessageKind, channel: Channel): ExplainedRow | null {
  const date = shift && isReminder(kind) ? localDate(new Date(dueStart(shift)), site.timezone) : null
  const own = (row: ExplainedRow) =>
    row.kind === kind && row.channel === channel && (date === null || row.start_local_date === date)
  return rows.findLast(own) ?? null
}

const judge = (facts: ShiftCase, kind: ShiftMessageKind, channel: Channel, row: ExplainedRow | null, now: Date) =>
  sendVerdict({
    kind,
    channel,
    start_local_date: row?.start_local_date ?? localDateOf(facts),
    previous: row?.previous ?? null,
    shift: facts.shift,
    question_stands: row?.question_stands ?? true,
    person: facts.person,
    site: facts.site,
    now,
  })

const localDateOf = ({ shift, site }: ShiftCase) => shift && localDate(new Date(dueStart(shift)), site.timezone)

function fromRow(facts: ShiftCase, kind: ShiftMessageKind, row: ExplainedRow): Explained {
  const { channel, state, reason } = row
  if (state === 'queued') return waiting(row, (at) => judge(facts, kind, channel, row, at), facts)
  return {
    reason: storedReason(state, reason),
    words: deliveryWords({ channel, state, reason, wasRefused: row.refused }),
    can_resend:
      FINISHED.includes(state) && !isResent(row) && judge(facts, kind, channel, row, facts.now).kind !== 'drop',
  }
}

function withoutRow(facts: ShiftCase, kind: ShiftMessageKind, channel: Channel): Explained {
  const { shift, person } = facts
  if (!shift || shift.person !== person.id)
    return kind === 'shift.cancelled' ? notTakenAway(facts) : { reason: 'not_assigned', words: PLAN_WORDS.not_assigned }
  if (isReminder(kind)) return reminder(facts, shift, kind, channel)
  if (kind === 'answer.nudge') return nudge(facts, shift, channel)
  if (kind === 'shift.asked') return question(facts, shift, channel)
  const verdict = judge(facts, kind === 'shift.cancelled' ? 'shift.assigned' : kind, channel, null, facts.now)
  if (verdict.kind === 'drop' && verdict.reason === 'late') return { reason: 'started', words: PLAN_WORDS.began }
  if (verdict.kind === 'drop') return dropped(channel, verdict)
  if (kind === 'shift.changed') return { reason: 'not_due', words: PLAN_WORDS.if_changed }
  if (kind === 'shift.cancelled') return { reason: 'not_due', words: PLAN_WORDS.if_taken_away }
  return knows(facts, 'theirs') ?? { reason: 'unknown', words: PLAN_WORDS.no_notice }
}

/** The shift is not theirs and no message says so: they did not know of it, gave it back, or it is over or called off. */
const notTakenAway = (facts: ShiftCase): Explained =>
  knows(facts, 'not_theirs') ??
  (facts.told
    ? { reason: 'late', words: deliveryWords({ channel: 'email', state: 'skipped', reason: 'late' }) }
    : { reason: 'not_assigned', words: PLAN_WORDS.never_knew })

const SOURCES: Record<Told['by'], Record<'theirs' | 'not_theirs', string>> = {
  message: { theirs: 'from a message', not_theirs: 'from a message' },
  act: { theirs: 'took it themselves', not_theirs: 'gave it up themselves' },
  answer: {
    theirs: 'answered themselves',
    not_theirs: 'gave it up themselves',
  },
  hand: {
    theirs: 'answered in person or by phone',
    not_theirs: 'gave it up in person or by phone',
  },
}

/** Explains when and how they were told, if that was the last thing told. */
function knows({ told, reader }: ShiftCase, state: 'theirs' | 'not_theirs'): Explained | null {
  if (told?.state !== state) return null
  const day = shortDate(told.at.toISOString(), reader)
  return { reason: 'already_notified', words: `Has known since ${day} (${SOURCES[told.by][state]}).` }
}

/** A reminder without a delivery: the planner's decision when it is due, then the sender's. */
function reminder(
  facts: ShiftCase,
  shift: NonNullable<ShiftCase['shift']>,
  kind: ReminderKind,
  channel: Channel,
): Explained {
  const { site, now } = facts
  if (!site.reminder_offsets.includes(reminderOf(kind).offset))
    return { reason: 'not_due', words: PLAN_WORDS.no_such_reminder }
  const start = Temporal.Instant.from(dueStart(shift))
  const due = new Date(messageDue(start, site.timezone, kind, channel, site).epochMilliseconds)
  const verdict = judge(facts, kind, channel, null, new Date(Math.max(now.getTime(), due.getTime())))
  if (verdict.kind === 'drop' && verdict.reason === 'late')
    return now.getTime() >= Date.parse(shift.start)
      ? { reason: 'started', words: PLAN_WORDS.began, due_at: due }
      : { reason: 'late', words: PLAN_WORDS.week_over, due_at: due }
  if (verdict.kind === 'drop') return { ...dropped(channel, verdict), due_at: due }
  const notices: readonly ShiftMessageKind[] = ['shift.assigned', 'shift.changed']
  const coming = notices.some((notice) => toldSoon(facts, notice, channel)?.state)
  const isNotice = (row: ExplainedRow) => notices.some((notice) => notice === row.kind)
  const waits = facts.rows.some(
    (row) => isNotice(row) && row.channel === channel && row.state === 'queued' && row.reason !== RESTORED_REASON,
  )
  const told = coming ? facts.settles : facts.told_by[channel]
  if ((told && told >= due) || (waits && now >= due))
    return { reason: 'already_notified', words: PLAN_WORDS.told_since, due_at: due }
  if (now < due) return { reason: 'not_due', words: PLAN_WORDS.planned, due_at: due, state: 'planned' }
  return verdict.kind === 'wait'
    ? { reason: 'quiet_hours', words: PLAN_WORDS.quiet_hours, due_at: verdict.until, state: 'planned' }
    : { reason: 'queued', words: PLAN_WORDS.due_now, due_at: due, state: 'planned' }
}

function nudge(facts: ShiftCase, shift: NonNullable<ShiftCase['shift']>, channel: Channel): Explained {
  const { site, now } = facts
  if (!site.ask_answers) return { reason: 'not_due', words: PLAN_WORDS.not_asked }
  const start = Temporal.Instant.from(dueStart(shift))
  const due = new Date(dueAt(start, site.timezone, site.answer_by_days).epochMilliseconds)
  const verdict = judge(facts, 'answer.nudge', channel, null, new Date(Math.max(now.getTime(), due.getTime())))
  if (verdict.kind === 'drop' && verdict.reason === 'late') return { reason: 'started', words: PLAN_WORDS.began }
  if (verdict.kind === 'drop') return dropped(channel, verdict)
  if (isAskedByReminder(facts, shift, channel, due))
    return { reason: 'already_notified', words: PLAN_WORDS.asked_by_reminder }
  const due_at = verdict.kind === 'wait' ? verdict.until : due
  return { reason: 'not_due', words: PLAN_WORDS.if_silent, due_at, state: 'planned' }
}

/** Whether a reminder within the preceding day asks instead. */
const isAskedByReminder = (facts: ShiftCase, shift: NonNullable<ShiftCase['shift']>, channel: Channel, at: Date) =>
  REMINDERS.some(({ kind, offset }) => {
    if (!facts.site.reminder_offsets.includes(offset)) return false
    const start = Temporal.Instant.from(dueStart(shift))
    const due = messageDue(start, facts.site.timezone, kind, channel, facts.site).epochMilliseconds
    const before = at.getTime() - due
    return before >= 0 && before < DAY_MS && judge(facts, kind, channel, null, new Date(due)).kind !== 'drop'
  })

function question(facts: ShiftCase, shift: NonNullable<ShiftCase['shift']>, channel: Channel): Explained {
  const { site, now } = facts
  if (!site.ask_answers) return { reason: 'not_due', words: PLAN_WORDS.not_asked }
  const near = questionDue(shift.start, site)
  const due = new Date(Math.max(near.getTime(), (shift.known_at?.getTime() ?? 0) + DAY_MS))
  const verdict = judge(facts, 'shift.asked', channel, null, new Date(Math.max(now.getTime(), due.getTime())))
  if (verdict.kind === 'drop' && verdict.reason === 'late') return { reason: 'started', words: PLAN_WORDS.began }
  if (verdict.kind === 'drop') return dropped(channel, verdict)
  if (shift.question_seen || (shift.known_at && shift.known_at > near))
    return { reason: 'already_notified', words: PLAN_WORDS.asked_by_notice }
  const due_at = verdict.kind === 'wait' ? verdict.until : due
  if (due <= now) return { reason: 'queued', words: PLAN_WORDS.due_now, due_at, state: 'planned' }
  return { reason: 'not_due', words: PLAN_WORDS.planned, due_at, state: 'planned' }
}

/**
 * A delivery explained by its stored state only.
 * @param message the one that admins wrote.
 */
export function storedCandidate(
  row: Omit<ExplainedRow, 'previous'> & { shift?: number | null },
  { message = null, ...explained }: { message?: number | null } & Partial<Explained> = {},
): Candidate {
  const { id, kind, channel, state, reason, due_at, sent_at, refused } = row
  return {
    kind,
    title: messageTitle(kind),
    channel,
    state,
    shift: row.shift ?? null,
    message,
    delivery: id,
    due_at: (explained.due_at ?? due_at).toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    reason: explained.reason ?? storedReason(state, reason),
    words: explained.words ?? deliveryWords({ channel, state, reason, wasRefused: refused }),
    can_resend: explained.can_resend ?? false,
  }
}

export const notOnEvent = (): Candidate[] =>
  SHIFT_MESSAGE_KINDS.flatMap((kind) =>
    CHANNELS.map((channel) => ({
      kind,
      title: messageTitle(kind),
      channel,
      state: 'none',
      shift: null,
      message: null,
      delivery: null,
      due_at: null,
      sent_at: null,
      reason: 'not_assigned',
      words: PLAN_WORDS.not_on_event,
      can_resend: false,
    })),
  )
