import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import { composeMime } from '#server/engine/kernel/mail/mime.ts'
import { shiftDraft as draft, exampleShift as facts, siteFacts as site } from '#tests/support/messages/shift-drafts.ts'
import { writeShiftMessage } from './write.ts'

const BREAKS = ['\r\n', '\n', '\r', '\u0000', '\u0085', '\u2028', '\u2029', '\v', '\r\n\r\n', '\r\n ']
const SMUGGLED = [
  'Bcc: evil@example.org',
  'To: evil@example.org',
  'Reply-To: evil@example.org',
  'Content-Type: text/html',
  'List-Unsubscribe: <https://evil.example>',
  '"><x@evil.example>, ',
  '=?utf-8?q?=0D=0ABcc:_evil@example.org?=',
]
const FIELDS = ['person', 'site', 'event', 'contact'] as const

const HEADERS = [
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]

/** All with PROOF=1; by default every third, so that each break is combined with each text. */
const cases = FIELDS.flatMap((field) =>
  BREAKS.flatMap((line) => SMUGGLED.map((header) => ({ field, text: `Race${line}${header}${line}` }))),
).filter((_, at) => process.env.PROOF || at % 3 === 0)

test(`${cases.length} hostile texts reach no header, no recipient and no line of the calendar file`, async () => {
  expect(cases.length).toBeGreaterThanOrEqual(90)
  for (const { field, text } of cases) {
    const name = field === 'site' ? text : 'Club'
    const message = writeShiftMessage(
      draft({
        person: { ...draft().person, name: field === 'person' ? text : 'Ann' },
        site: site({ name, contact_name: field === 'contact' ? text : 'Office' }),
        items: [
          {
            shift: facts(field === 'event' ? { event_name: text, location: text, contact: text, notes: text } : {}),
            before: null,
          },
        ],
      }),
    )
    const from = { name: oneLine(name), address: 'no-reply@watchbill.example' }
    const raw = await composeMime({ ...message, from, replyTo: message.reply_to })
    const mail = await PostalMime.parse(raw)
    expect(mail.headers.map((header) => header.key).sort()).toEqual(HEADERS)
    expect(mail.to).toEqual([{ name: '', address: 'ann@example.org' }])
    expect(mail.from?.address).toBe('no-reply@watchbill.example')
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(['office@harbour.example'])
    expect(mail.attachments).toHaveLength(1)
    // Each unfolded line of the calendar file still starts with a property name.
    const lines = String(message.attachments[0]?.content).replaceAll('\r\n ', '').split('\r\n')
    expect(lines.filter((line) => line && !/^[A-Z-]+[:;]/.test(line))).toEqual([])
    expect(lines.some((line) => /^(BCC|TO|REPLY-TO|CONTENT-TYPE)/i.test(line))).toBe(false)
  }
})

test('a hostile recipient address stays one recipient', async () => {
  const message = { ...writeShiftMessage(draft()), to: 'ann@example.org\r\nBcc: evil@example.org' }
  const mail = await PostalMime.parse(await composeMime({ ...message, from: { name: '', address: 'a@b.example' } }))
  expect(mail.bcc).toBeUndefined()
  expect(mail.to).toHaveLength(1)
})

test('text, HTML and the calendar file come out as they went in', async () => {
  const message = writeShiftMessage(
    draft({ items: [{ shift: facts({ event_name: 'Ægir · 東京 🚤' }), before: null }] }),
  )
  const raw = await composeMime({ ...message, from: { name: 'Cłub', address: 'a@b.example' } })
  const mail = await PostalMime.parse(raw)
  expect([mail.subject, mail.from?.name]).toEqual([message.subject, 'Cłub'])
  expect(mail.text?.trimEnd()).toBe(message.text)
  expect(mail.html?.trimEnd()).toBe(message.html)
  const [file] = mail.attachments
  expect([file?.filename, file?.mimeType]).toEqual(['shift.ics', 'text/calendar'])
  // Decoded by hand: the parser turns the calendar file's CRLF into LF.
  const encoded = /filename=shift\.ics\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw.toString())?.[1] ?? ''
  expect(Buffer.from(encoded, 'base64').toString()).toBe(message.attachments[0]?.content)
})
