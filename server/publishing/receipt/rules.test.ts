import { expect, test } from 'vitest'
import type { ReceiptPerson } from './contract.ts'
import { type HeldFact, inReceiptOrder, receiptState, type SentFact } from './rules.ts'

const EARLY = '2027-03-01T09:00:00.000Z'
const LATE = '2027-03-01T10:00:00.000Z'
const message = (over: Partial<SentFact>): SentFact => ({
  ...{ shift: 1, channel: 'email', state: 'delivered', reason: null, at: EARLY },
  ...over,
})
const held = (answer: HeldFact['answer'], answered_at: string | null = LATE): HeldFact => ({ answer, answered_at })

test.each([
  [
    'a no counts more than a yes to another shift',
    [held('confirmed'), held('seeking_cover', EARLY)],
    [],
    '',
    'seeking_cover',
    EARLY,
  ],
  [
    'one shift without an answer is no yes',
    [held('confirmed'), held('asked', null)],
    [message({})],
    '',
    'delivered',
    EARLY,
  ],
  [
    'all are confirmed, since the last',
    [held('confirmed', EARLY), held('confirmed')],
    [message({ state: 'bounced' })],
    '',
    'confirmed',
    LATE,
  ],
  [
    'one channel that arrived counts more than one that came back',
    [held('asked', null)],
    [message({ state: 'bounced' }), message({ channel: 'sms', at: LATE })],
    '',
    'delivered',
    LATE,
  ],
  [
    'what was sent counts more than what waits',
    [],
    [message({ state: 'queued', at: LATE }), message({ state: 'sent' })],
    '',
    'sent',
    EARLY,
  ],
  ['it waits', [], [message({ state: 'queued' })], '', 'waiting', EARLY],
  ['nothing reaches them', [held('asked', null)], [], 'Has no email address.', 'not_reached', null],
  ['they took it themselves', [held('asked', null)], [], '', 'no_message', null],
] as const)('%s', (_what, shifts, sent, unreachable, state, at) => {
  expect(receiptState({ held: shifts, sent, unreachable })).toEqual({
    state,
    at,
    why: state === 'not_reached' ? unreachable : '',
  })
})

test('a bounced message is not reached, with the last reason of each channel', () => {
  const sent = [
    message({ state: 'failed' }),
    message({ state: 'bounced', at: LATE }),
    message({ channel: 'sms', state: 'skipped', reason: 'opted_out' }),
  ]
  expect(receiptState({ held: [], sent, unreachable: '' })).toEqual({
    state: 'not_reached',
    at: LATE,
    why: 'Came back: the address doesn’t accept emails. Has switched texts off.',
  })
})

test('people who need a coordinator first, unanswered before confirmed, by name within each', () => {
  const states = ['confirmed', 'no_message', 'sent', 'waiting', 'delivered', 'seeking_cover', 'not_reached'] as const
  const people = states.map(
    (state, person): ReceiptPerson => ({
      person,
      name: `${9 - person}`,
      phone: null,
      what: [],
      channels: [],
      state,
      at: null,
      why: '',
    }),
  )
  expect(inReceiptOrder(people).map(({ state }) => state)).toEqual([
    'not_reached',
    'seeking_cover',
    'delivered',
    'sent',
    'waiting',
    'confirmed',
    'no_message',
  ])
})
