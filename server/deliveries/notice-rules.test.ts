import { describe, expect, test } from 'vitest'
import { noticesForChange } from './notice-rules.ts'
import type { ShiftFacts } from './shift-facts.ts'
import type { Told } from './told.ts'

const SHIFT: ShiftFacts = {
  id: 1,
  event: 1,
  person: 7,
  start: '2027-06-19T09:00:00.000Z',
  end: '2027-06-19T12:00:00.000Z',
  published: true,
  began: false,
  sequence: 0,
  event_name: 'Regatta',
  role: 'Helm',
  assignment: 'Safety boat',
  location: 'Pontoon',
  address: null,
  contact: '',
  notes: '',
}
const OTHER = 8

/** What the people concerned were told; unless given, that the shift is theirs, as it was. */
type Over = { told?: Told | null; actor?: number; now?: string; weekIsOver?: boolean }

const KNOWN: Told = { state: 'theirs', by: 'message', facts: SHIFT }
const GONE: Told = { ...KNOWN, state: 'not_theirs' }
const BY_PHONE: Told = { ...KNOWN, by: 'hand' }

const change = (before: Partial<ShiftFacts> | null, after: Partial<ShiftFacts> | null, over: Over = {}) =>
  noticesForChange({
    before: before && { ...SHIFT, ...before },
    after: after && { ...SHIFT, ...after },
    told: () => (over.told === undefined ? KNOWN : over.told),
    now: new Date(over.now ?? '2027-06-01T00:00Z'),
    actor: over.actor ?? null,
    weekIsOver: over.weekIsOver ?? false,
    localDate: (iso) => iso.slice(0, 10),
  })
const lines = (...args: Parameters<typeof change>) =>
  change(...args).notices.map(({ kind, person }) => `${kind} ${person}`)

const MOVED = { start: '2027-06-20T09:00:00.000Z', end: '2027-06-20T12:00:00.000Z' }

describe('who is notified', () => {
  test.each<[string, Parameters<typeof change>, string[]]>([
    ['a new published shift', [null, {}, { told: null }], ['shift.assigned 7']],
    ['a new unpublished shift', [null, { published: false }, { told: null }], []],
    ['a published shift without a person', [null, { person: null }], []],
    ['published', [{ published: false }, {}, { told: null }], ['shift.assigned 7']],
    ['published again, and the withdrawal was told', [{ published: false }, {}, { told: GONE }], ['shift.assigned 7']],
    ['published again before the withdrawal was told', [{ published: false }, {}], []],
    ['the same, but it reads differently now', [{ published: false }, MOVED], ['shift.changed 7']],
    ['published again, and known by phone only', [{ published: false }, {}, { told: BY_PHONE }], ['shift.assigned 7']],
    ['moved, and known by phone only', [{}, MOVED, { told: BY_PHONE }], ['shift.changed 7']],
    ['handed over', [{}, { person: OTHER }], ['shift.cancelled 7']],
    ['handed over to one who does not know', [{}, { person: OTHER }, { told: null }], ['shift.assigned 8']],
    ['removed, and known', [{}, null], ['shift.cancelled 7']],
    ['removed, and not known', [{}, null, { told: null }], []],
    ['unpublished, and known', [{}, { published: false }], ['shift.cancelled 7']],
    ['moved, and known', [{}, MOVED], ['shift.changed 7']],
    ['moved, not known, the week still to come', [{}, MOVED, { told: null }], []],
    ['moved, not known, the week is over', [{}, MOVED, { told: null, weekIsOver: true }], ['shift.assigned 7']],
    ['another place', [{}, { location: 'Club house' }], ['shift.changed 7']],
    ['another name of the event', [{}, { event_name: 'Cup' }], ['shift.changed 7']],
    ['another assignment', [{}, { assignment: 'Galley' }], ['shift.changed 7']],
    ['moved back to what was told', [MOVED, {}], []],
    ['nothing that a message says', [{}, { contact: 'Ann', sequence: 4 }], []],
    ['in the past', [{}, null, { now: '2027-07-01T00:00Z' }], []],
    ['begun', [{ began: true }, null], []],
    ['by oneself', [null, {}, { told: null, actor: 7 }], []],
    ['given up by oneself', [{}, { person: null }, { actor: 7 }], []],
    ['moved by oneself', [{}, MOVED, { actor: 7 }], []],
  ])('%s', (_name, args, expected) => expect(lines(...args)).toEqual(expected))
})

describe('what is withdrawn unsent', () => {
  test('everything, when the shift is no longer theirs', () => {
    expect(change({}, { person: OTHER }).withdrawals).toEqual([{ person: 7, reason: 'reassigned', exceptDate: null }])
    expect(change({}, null).withdrawals).toEqual([{ person: 7, reason: 'removed', exceptDate: null }])
    expect(change({}, { published: false }).withdrawals).toEqual([
      { person: 7, reason: 'unpublished', exceptDate: null },
    ])
  })
  test('reminders of the old day, when it moves to another', () => {
    expect(change({}, MOVED).withdrawals).toEqual([{ person: 7, reason: 'moved', exceptDate: '2027-06-20' }])
  })
  test('nothing, when it moves within the day', () => {
    expect(change({}, { start: '2027-06-19T15:00:00.000Z', end: '2027-06-19T18:00:00.000Z' }).withdrawals).toEqual([])
  })
})
