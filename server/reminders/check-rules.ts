import { Temporal } from 'temporal-polyfill'
import type { Channel } from '#server/deliveries/contract.ts'
import { localDate, messageDue } from '#server/deliveries/due.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { REMINDERS, type ReminderKind, reminderOf } from '#server/organisation/reminders-contract.ts'

export type CheckedShift = {
  id: number
  person: number
  start: Date
  /** Latest of publication, assignment and change of start. */
  known_at: Date
  /** When the person was told: by a message, or by their own act (`channel` null). `at` is ISO. */
  told: readonly { at: string; channel: Channel | null; kind: string | null }[]
  actual_start: Date | null
  person_changed_at: Date
  by_email: boolean
  by_sms: boolean
}

export type DeliveredReminder = {
  shift: number
  person: number
  kind: string
  channel: string
  start_local_date: string
  state: string
  sent_at: Date | null
}

/**
 * `missing`: not sent though due; `channel` is null where either would do. `extra`: sent though not due. `late`: the
 * planner would have looked at the shift only after the reminder is due.
 */
export type Difference = {
  kind: 'missing' | 'extra' | 'late'
  shift: number
  person: number
  message: string
  channel: Channel | null
}

type CheckedSite = Pick<Site, 'timezone' | 'quiet_start' | 'quiet_end' | 'sms_enabled' | 'reminder_offsets'>

const SENT_STATES = ['sent', 'delivered', 'bounced', 'complained', 'unknown']
const NOTICES = ['shift.assigned', 'shift.changed']

/**
 * Compares expected reminders with stored ones. A reminder is missing if it was useful and its person was not told
 * since it was due; extra if it was sent before it was due or after they were told. Excludes people whose settings
 * changed since, because earlier settings are not stored.
 */
export function compareReminders(
  site: CheckedSite,
  shifts: readonly CheckedShift[],
  deliveries: readonly DeliveredReminder[],
): Difference[] {
  const key = (d: Omit<DeliveredReminder, 'state' | 'sent_at'>) =>
    [d.shift, d.person, d.kind, d.channel, d.start_local_date].join(' ')
  const stored = new Map(deliveries.map((d) => [key(d), d]))
  return shifts.flatMap((shift) =>
    REMINDERS.flatMap(({ kind: reminder, offset }) =>
      (['email', 'sms'] as const).flatMap((channel): Difference[] => {
        if (!site.reminder_offsets.includes(offset)) return []
        const { due, until } = usefulTime(site, shift, reminder, channel)
        const told = shift.told.flatMap(({ at, kind, ...by }) =>
          by.channel === null || (by.channel === channel && NOTICES.includes(kind ?? '')) ? [Date.parse(at)] : [],
        )
        const isWanted = channel === 'email' ? shift.by_email : shift.by_sms && site.sms_enabled
        const isOfUse = shift.known_at.getTime() < until && (!shift.actual_start || shift.actual_start.getTime() > due)
        const expected =
          isWanted && isOfUse && shift.person_changed_at.getTime() <= due && !told.some((at) => at >= due)
        const start_local_date = localDate(shift.start, site.timezone)
        const row = stored.get(
          key({ shift: shift.id, person: shift.person, kind: reminder, channel, start_local_date }),
        )
        const difference = (kind: Difference['kind']) => [
          { kind, shift: shift.id, person: shift.person, message: reminder, channel },
        ]
        if (expected && (!row || row.state === 'cancelled')) return difference('missing')
        const sent = row?.sent_at && SENT_STATES.includes(row.state) ? row.sent_at.getTime() : null
        return sent !== null && (sent < due || told.some((at) => at >= due && at < sent)) ? difference('extra') : []
      }),
    ),
  )
}

/** Returns when a reminder of a shift is useful, in milliseconds. */
export function usefulTime(
  site: CheckedSite,
  { start }: Pick<CheckedShift, 'start'>,
  reminder: ReminderKind,
  channel: Channel,
) {
  const dueOf = (kind: ReminderKind) =>
    messageDue(Temporal.Instant.fromEpochMilliseconds(start.getTime()), site.timezone, kind, channel, site)
      .epochMilliseconds
  const endsByDay = reminder === 'reminder.week' && site.reminder_offsets.includes(reminderOf('reminder.day').offset)
  return { due: dueOf(reminder), until: endsByDay ? dueOf('reminder.day') : start.getTime() }
}
