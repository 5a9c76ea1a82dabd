import { isPlainAddress } from '#server/deliveries/texts/page.ts'
import { oneLine, shorten } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft, WriteMessage, WrittenMessage } from '#server/deliveries/transport.ts'
import { calendarFile } from './calendar-file.ts'
import { htmlPart } from './html.ts'
import { headline, type ShiftText, shiftTexts } from './shift-text.ts'
import { smsText } from './sms.ts'
import { textPart } from './text.ts'

/** Notices and reminders are separate streams: turning one off keeps the other. */
const streamOf = (kind: MessageDraft['kind']) => (kind.startsWith('reminder.') ? 'reminders' : 'notifications')

/**
 * Writes a message about shifts: a subject with event, date and time in the site's zone; text and HTML; a calendar
 * file; the headers of RFC 2369 and RFC 8058. An SMS has only its text.
 */
export const writeShiftMessage: WriteMessage = (draft): WrittenMessage => {
  if (draft.channel === 'sms')
    return { to: draft.person.phone ?? '', subject: '', text: smsText(draft), html: '', headers: {}, attachments: [] }
  const url = `${draft.unsubscribe_url}?stream=${streamOf(draft.kind)}`
  const shifts = shiftTexts(draft)
  return {
    to: draft.person.email,
    subject: subjectOf(draft, shifts),
    reply_to: isPlainAddress(draft.site.contact_email) ? draft.site.contact_email : undefined,
    text: textPart({ ...draft, unsubscribe_url: url }, shifts),
    html: htmlPart({ ...draft, unsubscribe_url: url }, shifts),
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    attachments: [
      {
        filename: 'shift.ics',
        content_type: `text/calendar; charset=utf-8; method=${draft.kind === 'shift.cancelled' ? 'CANCEL' : 'PUBLISH'}`,
        content: calendarFile(draft, shifts),
      },
    ],
  }
}

function subjectOf(draft: MessageDraft, shifts: readonly ShiftText[]): string {
  const first = shifts[0]!
  const head = headline(draft)
  const more = draft.items.length > 1 ? ` and ${draft.items.length - 1} more` : ''
  return oneLine(
    `${head}${head.endsWith('?') ? '' : ':'} ${shorten(first.event, 80)}, ${first.date} ${first.time}${more}`,
  )
}
