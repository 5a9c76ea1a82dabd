import { declared } from '#server/engine/features.ts'

const TITLES: Readonly<Record<string, string>> = {
  'reminder.week': 'Reminder, one week before',
  'reminder.day': 'Reminder, one day before',
  'shift.assigned': 'New shift',
  'shift.asked': 'Asked to answer',
  'shift.changed': 'Changed shift',
  'shift.cancelled': 'Cancelled shift',
  'answer.nudge': 'Reminded to answer',
  'request.declined': 'Answer to a request',
  'request.times': 'Answer about different times',
  'bulk.test': 'Test of a message',
}

export function messageTitle(kind: string, subject: string | null = null): string {
  const title = subject || (TITLES[kind] ?? declared().notices.get(kind)?.title)
  if (title) return title
  if (kind.startsWith('bulk')) return 'Message'
  const words = kind.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
