import { Temporal } from 'temporal-polyfill'
import { localDate, messageDue } from '#server/deliveries/due.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { REMINDERS } from '#server/organisation/reminders-contract.ts'

export type CheckedShift = {
  id: number
  person: number
  start: Date
  /** The latest of publication, assignment and change of start. */
  known_at: Date
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
}

export type Difference = { kind: 'missing' | 'extra'; shift: number; person: number; reminder: string; channel: string }

const SENT_STATES = ['sent', 'delivered', 'bounced', 'complained', 'unknown']

/**
 * Compares the reminders that should exist with those that do. People whose settings changed after the due time are left out,
 * since their settings at that time are not stored.
 */
export function compareReminders(
  site: Pick<Site, 'timezone' | 'quiet_start' | 'quiet_end' | 'sms_enabled' | 'reminder_offsets'>,
  shifts: readonly CheckedShift[],
  deliveries: readonly DeliveredReminder[],
): Difference[] {
  const key = (d: Omit<DeliveredReminder, 'state'>) =>
    [d.shift, d.person, d.kind, d.channel, d.start_local_date].join(' ')
  const states = new Map(deliveries.map((d) => [key(d), d.state]))
  return shifts.flatMap((shift) =>
    REMINDERS.flatMap(({ kind: reminder, offset }) =>
      (['email', 'sms'] as const).flatMap((channel): Difference[] => {
        const due = messageDue(
          Temporal.Instant.fromEpochMilliseconds(shift.start.getTime()),
          site.timezone,
          reminder,
          channel,
          site,
        ).epochMilliseconds
        const isWanted = channel === 'email' ? shift.by_email : shift.by_sms && site.sms_enabled
        const known = shift.known_at.getTime() <= due && (!shift.actual_start || shift.actual_start.getTime() > due)
        const expected =
          isWanted && known && site.reminder_offsets.includes(offset) && shift.person_changed_at.getTime() <= due
        const start_local_date = localDate(shift.start, site.timezone)
        const state = states.get(
          key({ shift: shift.id, person: shift.person, kind: reminder, channel, start_local_date }),
        )
        const difference = (kind: Difference['kind']) => [
          { kind, shift: shift.id, person: shift.person, reminder, channel },
        ]
        if (expected && state === undefined) return difference('missing')
        return !known && state !== undefined && SENT_STATES.includes(state) ? difference('extra') : []
      }),
    ),
  )
}
