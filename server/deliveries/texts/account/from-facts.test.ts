import '#server/registry.ts'
import { expect, test } from 'vitest'
import type { NoticeDraft } from '#server/deliveries/transport.ts'
import { derivedCode, derivedToken } from '#server/engine/kernel/derive.ts'
import { siteFacts } from '#tests/support/messages/shift-drafts.ts'
import { createNoticeWriter } from './from-facts.ts'

const write = createNoticeWriter('secret')
const draft = (over: Partial<NoticeDraft> = {}): NoticeDraft => ({
  kind: 'account.reset',
  channel: 'email',
  site: siteFacts(),
  origin: 'https://club.example',
  person: { name: 'Ann Ray', email: 'ann@example.org', phone: '+447700900001' },
  about: { name: 'Ben {token} $&', email: 'ben@example.org' },
  now: new Date('2026-11-01T09:00:00Z'),
  facts: {
    title: 'Reset',
    paragraphs: ['{name} ({email}) asked.'],
    action: { label: 'Choose', path: '/password/reset/{token}' },
    derive: { purpose: 'reset', id: 'x' },
  },
  ...over,
})

test('a mail has the derived token in its link and no other', () => {
  const mail = write(draft())
  expect(mail.text).toContain(`https://club.example/password/reset/${derivedToken('secret', 'reset', 'x')}`)
  expect(mail.text).toContain('Ben {token} $& (ben@example.org) asked.')
  expect(mail.to).toBe('ann@example.org')
})

test('a site name that asks for the secret gets none: subjects are stored, and the site reads them', () => {
  const facts = { ...draft().facts, title: 'Added to {token} {code}' }
  const { subject } = write(draft({ facts }))
  expect(subject).toBe('Added to {token} {code}')
})

test('a text carries six digits to the number that is being verified', () => {
  const facts = {
    title: '',
    paragraphs: ['Your code is {code}.'],
    to: '+447700900002',
    derive: { purpose: 'phone', id: 'x' },
  }
  const sms = write(draft({ channel: 'sms', facts }))
  expect(sms.to).toBe('+447700900002')
  expect(sms.text).toBe(`Your code is ${derivedCode('secret', 'phone', 'x')}.`)
  expect(sms.text).toMatch(/ \d{6}\.$/)
})
