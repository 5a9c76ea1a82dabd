import '#server/registry.ts'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { NoticeDraft } from '#server/deliveries/transport.ts'
import { composeMime } from '#server/engine/kernel/mail/mime.ts'
import { siteFacts } from '#tests/support/messages/shift-drafts.ts'
import { createNoticeWriter } from './from-facts.ts'

const BREAKS = ['\r\n', '\n', '\r', '\u0000', '\u0085', '\u2028', '\u2029', '\v', '\r\n\r\n', '\r\n ']
const SMUGGLED = [
  'Bcc: evil@example.org',
  'To: evil@example.org',
  'Reply-To: evil@example.org',
  'Content-Type: text/html',
  'Subject: paid',
  '"><x@evil.example>, ',
  '=?utf-8?q?=0D=0ABcc:_evil@example.org?=',
]

/** Fields that strangers or other sites control: a registration's names and a site's name. */
const FIELDS = ['about', 'person', 'site', 'contact_name', 'contact_email'] as const
const HEADERS = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to']
/** All with PROOF=1; by default every third, so that each break is combined with each text. */
const cases = FIELDS.flatMap((field) =>
  BREAKS.flatMap((line) => SMUGGLED.map((header) => ({ field, text: `Ann${line}${header}${line}` }))),
).filter((_, at) => process.env.PROOF || at % 3 === 0)

const write = createNoticeWriter('secret')
const draft = (field: (typeof FIELDS)[number], text: string): NoticeDraft => ({
  kind: 'account.registration',
  channel: 'email',
  site: siteFacts({
    name: field === 'site' ? text : 'Club',
    contact_name: field === 'contact_name' ? text : 'Office',
    contact_email: field === 'contact_email' ? `office@harbour.example${text}` : 'office@harbour.example',
  }),
  origin: 'https://club.example',
  person: { name: field === 'person' ? text : 'Ada', email: 'ada@example.org', phone: null },
  about: { name: field === 'about' ? text : 'Ben', email: 'ben@example.org' },
  now: new Date('2026-11-01T09:00:00Z'),
  facts: {
    title: 'New registration: {name}',
    paragraphs: ['{name} ({email}) registered and waits for approval.'],
    action: { label: 'Open the registration', path: '/people/7/info' },
  },
})

test(`${cases.length} hostile texts of a registration or a site reach no header and no other receiver`, async () => {
  expect(cases.length).toBeGreaterThanOrEqual(90)
  for (const { field, text } of cases) {
    const message = write(draft(field, text))
    const from = { name: oneLine(field === 'site' ? text : 'Club'), address: 'no-reply@watchbill.example' }
    const mail = await PostalMime.parse(await composeMime({ ...message, from, replyTo: message.reply_to }))
    const expected = field === 'contact_email' ? HEADERS.filter((key) => key !== 'reply-to') : HEADERS
    expect([field, text, mail.headers.map(({ key }) => key).sort()]).toEqual([field, text, expected])
    expect(mail.to).toEqual([{ name: '', address: 'ada@example.org' }])
    expect([mail.cc, mail.bcc]).toEqual([undefined, undefined])
    expect(mail.from?.address).toBe('no-reply@watchbill.example')
    if (field !== 'contact_email')
      expect(mail.replyTo?.map(({ address }) => address)).toEqual(['office@harbour.example'])
    expect(mail.subject?.startsWith('New registration: ')).toBe(true)
    expect(mail.attachments).toEqual([])
  }
})
