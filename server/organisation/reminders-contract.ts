/**
 * Reminders of a shift: name, lead time (ISO 8601 in a site's settings) and texts. A test compares the rows of the
 * planner in the database (`core.due_reminders`).
 */
export const REMINDERS = [
  { kind: 'reminder.week', offset: 'P7D', days: 7, label: 'One week before' },
  { kind: 'reminder.day', offset: 'P1D', days: 1, label: 'One day before' },
] as const

export type Reminder = (typeof REMINDERS)[number]
export type ReminderKind = Reminder['kind']

const BY_KIND = Object.fromEntries(REMINDERS.map((reminder) => [reminder.kind, reminder])) as Record<
  ReminderKind,
  Reminder
>

export const reminderOf = (kind: ReminderKind): Reminder => BY_KIND[kind]
export const isReminder = (kind: string): kind is ReminderKind => Object.hasOwn(BY_KIND, kind)
