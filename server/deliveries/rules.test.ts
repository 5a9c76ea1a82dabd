import { describe, expect, test } from 'vitest'
import { MAX_ATTEMPTS, UNANSWERED_TIMES, type UnansweredFacts, unansweredVerdict } from './rules.ts'
import { backoffMs } from './send.ts'
import { deliveryRef, parseDeliveryRef } from './transport.ts'

const doubt = (over: Partial<UnansweredFacts>) =>
  unansweredVerdict(
    {
      channel: 'email',
      kind: 'reminder.day',
      state: 'sending',
      overdue_ms: 400_000,
      called: true,
      doubts: 0,
      resent: false,
      ever_heard: true,
      heard_later: false,
      silent_ms: null,
      trace: 'cannot say',
      ...over,
    },
    UNANSWERED_TIMES,
  )

describe('an attempt without a response', () => {
  test.each<[string, Partial<UnansweredFacts>, object]>([
    ['the provider knows it: sent', { trace: { found: 'x1' }, overdue_ms: 0 }, { kind: 'sent', provider_id: 'x1' }],
    [
      'the sender ended before its call: again at once',
      { called: false, overdue_ms: 0 },
      { kind: 'requeue', doubt: false, resent: false },
    ],
    ['email waits five minutes for its event', { overdue_ms: 299_000 }, { kind: 'leave' }],
    ['SMS waits two minutes', { channel: 'sms', overdue_ms: 119_000, trace: 'none' }, { kind: 'leave' }],
    [
      'SMS without a trace is repeated',
      { channel: 'sms', overdue_ms: 120_000, trace: 'none', ever_heard: false },
      { kind: 'requeue', doubt: true, resent: false },
    ],
    ['email without an event is repeated while events arrive', {}, { kind: 'requeue', doubt: true, resent: false }],
    [
      'the third attempt waits until a short trouble is over',
      { doubts: 1 },
      { kind: 'requeue', doubt: true, resent: false, wait_ms: 1_800_000 },
    ],
    [
      'the third attempt of an SMS as well',
      { channel: 'sms', trace: 'none', doubts: 1 },
      { kind: 'requeue', doubt: true, resent: false, wait_ms: 720_000 },
    ],
    ['no more than three attempts', { doubts: MAX_ATTEMPTS - 1 }, { kind: 'failed' }],
    ['nothing was ever heard: held, not guessed', { ever_heard: false }, { kind: 'hold' }],
    ['messages accepted, but no event since: held', { silent_ms: 300_000 }, { kind: 'hold' }],
    [
      'events that may still come are not silence',
      { silent_ms: 299_000 },
      { kind: 'requeue', doubt: true, resent: false },
    ],
    [
      'a later message was heard of',
      { silent_ms: 900_000, heard_later: true },
      { kind: 'requeue', doubt: true, resent: false },
    ],
    [
      'held: the day reminder goes again after 15 minutes',
      { state: 'unknown', overdue_ms: 900_000, silent_ms: 900_000 },
      { kind: 'requeue', doubt: true, resent: true },
    ],
    ['held: not before', { state: 'unknown', overdue_ms: 899_000, silent_ms: 900_000 }, { kind: 'leave' }],
    ['held: once only', { state: 'unknown', overdue_ms: 9e6, silent_ms: 9e6, resent: true }, { kind: 'leave' }],
    [
      'held: only the day reminder',
      { state: 'unknown', overdue_ms: 9e6, silent_ms: 9e6, kind: 'reminder.week' },
      { kind: 'leave' },
    ],
    [
      'held, and the events are back without one for it: again',
      { state: 'unknown', overdue_ms: 600_000, kind: 'reminder.week' },
      { kind: 'requeue', doubt: true, resent: false },
    ],
    [
      'held, and the events are only just back',
      { state: 'unknown', overdue_ms: 599_000, kind: 'reminder.week' },
      { kind: 'leave' },
    ],
    ['held: never an SMS', { state: 'unknown', overdue_ms: 9e6, channel: 'sms' }, { kind: 'leave' }],
    [
      'held, and heard of after all: sent',
      { state: 'unknown', trace: { found: 'x2' } },
      { kind: 'sent', provider_id: 'x2' },
    ],
  ])('%s', (_name, facts, verdict) => expect(doubt(facts)).toEqual(verdict))
})

test('the wait between attempts doubles up to five minutes', () => {
  expect([1, 2, 3, 4].map((attempts) => backoffMs(attempts, 0.5))).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(backoffMs(50, 0.5)).toBe(300_000)
  expect(backoffMs(1, 0)).toBe(750)
})

test('a delivery is found by its tag, and nothing else is', () => {
  expect(parseDeliveryRef(deliveryRef(7, 1234))).toEqual({ site: 7, id: 1234 })
  for (const ref of [undefined, '', '7', '7-', '-7', '7-1-2', 'a-b', '7-1e9', ' 7-1', `7-${'9'.repeat(16)}`])
    expect(parseDeliveryRef(ref)).toBeNull()
})
