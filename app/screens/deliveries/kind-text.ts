import { choiceLabel } from '../../collections/choice-label.ts'

const KINDS: Record<string, string> = {
  'reminder.week': 'Reminder, one week before',
  'reminder.day': 'Reminder, one day before',
  'shift.assigned': 'New shift',
  'shift.asked': 'Asked to answer',
  'shift.changed': 'Changed shift',
  'shift.cancelled': 'Cancelled shift',
  'answer.nudge': 'Asked again to answer',
  'answer.declined': 'Somebody cannot come',
  'answer.kept': 'Comes after all',
  'request.declined': 'Answer to a request',
  'request.times': 'Answer about other times',
  'event.decide': 'Time to decide about an event',
  'event.decided': 'Nothing left to decide',
  'event.called_off': 'Event called off',
  'event.back_on': 'Event takes place after all',
  'swap.asked': 'Question about a swap',
  'swap.done': 'Swap done',
  'swap.declined': 'Swap ended',
  'cover.asked': 'Asked to cover',
  'cover.found': 'Cover found',
  'cover.taken': 'Cover no longer needed',
  'cover.exhausted': 'Nobody left to ask',
  'cover.ended': 'No one is needed any more',
  'waiting.offered': 'Shift offered to a waiting person',
  'waiting.expired': 'Shift no longer held',
  'waiting.not_taken': 'Offered shift not taken',
  'publication.left_out': 'Shifts not published as planned',
  'bulk.test': 'Test of a message',
}

/** What kind of message a delivery is; of one that an admin wrote its subject. */
export const kindText = (kind: string, subject: string | null = null): string =>
  subject || (KINDS[kind] ?? (kind.startsWith('bulk') ? 'Message' : choiceLabel(kind.replaceAll('.', ' '))))
