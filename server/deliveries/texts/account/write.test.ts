import '#server/registry.ts'
import { expect, test } from 'vitest'
import { siteFacts as site } from '#tests/support/messages/shift-drafts.ts'
import { type Notice, writeNotice } from './write.ts'

const notice = (over: Partial<Notice> = {}): Notice => ({
  kind: 'account.password_changed',
  site: site(),
  origin: 'https://harbour.watchbill.example',
  person: { name: 'Ann Ødegård', email: 'ann@example.org' },
  title: 'Your password was changed',
  paragraphs: ['If that was you, there is nothing to do.'],
  ...over,
})

test('title, lines and one action, in text and HTML; nothing to unsubscribe from', () => {
  const message = writeNotice(notice({ action: { label: 'Choose a new password', url: 'https://h.example/?a=1&b=2' } }))
  expect(message).toMatchObject({
    to: 'ann@example.org',
    subject: 'Your password was changed',
    headers: {},
    attachments: [],
  })
  expect(message.text).toContain(
    'Hello Ann,\n\nIf that was you, there is nothing to do.\n\nChoose a new password:\nhttps://h.example/?a=1&b=2',
  )
  expect(message.html).toContain('href="https://h.example/?a=1&amp;b=2"')
})

test('hostile text is escaped', () => {
  const evil = '<b onload=x>\r\nBcc: a@b.example'
  const message = writeNotice(
    notice({ title: evil, paragraphs: [evil], person: { name: evil, email: 'ann@example.org' } }),
  )
  expect(message.subject).toBe('<b onload=x> Bcc: a@b.example')
  expect(message.html).not.toContain('<b onload')
  expect(() => writeNotice(notice({ action: { label: 'x', url: 'javascript:alert(1)' } }))).toThrow(TypeError)
})
