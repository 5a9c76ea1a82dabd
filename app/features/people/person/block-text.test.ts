import { expect, test } from 'vitest'
import { blockText, liftedText } from './block-text.ts'

const block = (reason: 'bounced' | 'complained' | 'stopped') => ({ reason, since: null, words: '', detail: null })

test('anyone can fix a bounce, only the person a complaint or STOP', () => {
  expect(blockText('email', block('bounced'), 'Ann', '12 Jun 2027')).toBe(
    'Since 12 Jun 2027, emails to them are held back.',
  )
  expect(blockText('email', block('complained'), 'Ann', null)).toBe(
    'Emails to them are held back. Only Ann can allow them again: in their profile, while they are signed in.',
  )
  expect(blockText('sms', block('stopped'), 'Ann', null)).toBe(
    'Texts to them are held back. Only Ann can allow them again: in their profile, or by texting START.',
  )
})

test('counts the messages still due', () => {
  expect([0, 1, 3].map((n) => liftedText('a@b.example', n))).toEqual([
    'Messages to a@b.example are sent again.',
    'Messages to a@b.example are sent again. One message that was still due is being sent now.',
    'Messages to a@b.example are sent again. 3 messages that were still due are being sent now.',
  ])
})
