import { describe, expect, test } from 'vitest'
import { messageName } from '../message-text.ts'
import { stoppedText } from '../use-message-calls.ts'
import { otherNumberText, outcomeText } from './sent-text.ts'

const started_at = '2027-06-01T12:00:00Z'

describe('the outcome of a message', () => {
  test.each([
    [{ sent: 1 }, '1 email sent'],
    [{ sent: 100, delivered: 41, complained: 2 }, '143 emails sent'],
    [{ delivered: 3, bounced: 1, failed: 1, skipped: 1 }, '3 emails sent, 2 failed, 1 not sent'],
    [{ queued: 1, sent: 2, skipped: 12 }, '2 emails sent, 1 waiting, 12 not sent'],
    [{ sent: 40, cancelled: 60 }, '40 emails sent, 60 stopped'],
  ])('%o is "%s"', (counts, text) => {
    expect(outcomeText({ kind: 'email', started_at, counts, lists_people: true })).toBe(text)
  })

  test('no one gets a message that was cancelled before sending', () => {
    expect(outcomeText({ kind: 'sms', started_at: null, counts: {}, lists_people: true })).toBe('No one got it.')
  })
})

test('an outcome that is unknown after two years waits no more', () => {
  expect(outcomeText({ kind: 'sms', started_at, counts: { sent: 2, unknown: 1 }, lists_people: false })).toBe(
    '2 texts sent, 1 may have been sent',
  )
})

test('a text whose words are no longer kept is named by its day', () => {
  const text = { kind: 'sms', subject: '', excerpt: '' } as const
  const date = (instant: string) => instant.slice(0, 10)
  expect(messageName({ ...text, started_at }, date)).toBe('Text of 2027-06-01')
  expect(messageName({ ...text, started_at: null }, date)).toBe('Untitled text')
})

test('names a number that differs from the sender’s, and omits an equal one', () => {
  expect(otherNumberText({ receiving: 143, expected: 143 })).toBeNull()
  expect(otherNumberText({ receiving: 1, expected: 3 })).toBe(
    'It was meant for 3 people. When it was sent, 1 person could get it.',
  )
})

describe('the result of a stop', () => {
  test.each([
    [{ cancelled: 143, skipped: 2 }, 'Sending cancelled. No one gets it.'],
    [{ cancelled: 60, sent: 40 }, 'Stopped: 60 emails won’t be sent. 40 had already gone.'],
    [
      { cancelled: 1, sent: 40, sending: 1 },
      'Stopped: 1 email won’t be sent. 40 had already gone. 1 was already with the provider.',
    ],
  ])('%o is "%s"', (counts, text) => {
    expect(stoppedText('email', counts)).toBe(text)
  })
})
