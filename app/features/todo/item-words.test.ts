import { describe, expect, test } from 'vitest'
import type { ToDoItem } from '#server/todo/contract.ts'
import { detailText, dueText, elseText, type Facts, titleOf } from './item-words.ts'

const NOW = '2026-11-27T12:00:00Z'

const item = (kind: string, facts: Partial<Facts> = {}, over: Partial<ToDoItem> = {}): ToDoItem => ({
  ...{ kind, id: 1, at: null, person: 1, who: 'Ann', avatar: null, event: 2, what: 'Race', start: 'START' },
  facts: { assignment: 'Helm', role: 'Crew', comments: '', requests: [1], asked: 0, cover: null, ...facts },
  ...over,
})

const when = {
  short: (instant: string) => `day ${instant}`,
  shortTime: (instant: string) => `time ${instant}`,
  range: (from: string, to: string) => `${from} – ${to}`,
}

test('a row is named after its person, else after what it is about', () => {
  expect(titleOf({ who: 'Ann', what: 'Race' })).toBe('Ann')
  expect(titleOf({ who: '', what: 'Race' })).toBe('Race')
})

describe('the line after the title', () => {
  test.each<[string, Partial<Facts>, string]>([
    ['request', {}, 'Race · Helm, Crew'],
    ['request', { comments: 'I can drive' }, 'Race · I can drive'],
    ['request', { requests: [1, 2], series: 'Frostbite' }, 'Frostbite, 2 events · Helm, Crew'],
    ['request', { requests: [1, 2], series: '' }, 'Untitled Series, 2 events · Helm, Crew'],
    ['times', { modified_start: '10:00', modified_end: null }, 'Race · 10:00 – '],
    ['decide', { needed: 2, location: 'Pontoon' }, 'Needs 2 more · Pontoon'],
    ['decide', { needed: 1, location: null }, 'Needs 1 more'],
    ['silent', {}, 'Helm, Crew · Race'],
    ['silent', { assignment: null, role: null }, 'Race'],
    ['gap', { asked: 1 }, '1 person asked, no one left · Helm, Crew · Race'],
    ['gap', {}, 'No one asked yet · Helm, Crew · Race'],
    ['swap', { role: null }, 'Helm · Race'],
    ['registration', { email: 'ann@example.org', confirmed: true }, 'ann@example.org'],
    ['registration', { email: 'ann@example.org', confirmed: false }, 'ann@example.org · email not confirmed yet'],
    ['draft', { unpublished: 1 }, '1 shift is not published'],
    ['draft', { unpublished: 3 }, '3 shifts are not published'],
    ['outside', { shifts: 2 }, '2 shifts are outside the event'],
    ['message', { channel: 'email', also_sms: false, problem: null }, 'Email'],
    ['message', { channel: 'sms', also_sms: false, problem: 'No one gets it' }, 'Text · No one gets it'],
    ['message', { channel: 'email', also_sms: true, problem: null }, 'Email and text'],
    ['unfit', { inactive: true, missing: [], shifts: 1 }, 'Not active · Race'],
    ['other', {}, 'Race'],
  ])('of the kind %s with %j is %s', (kind, facts, text) => {
    expect(detailText(item(kind, facts), when)).toBe(text)
  })

  test('someone not qualified is listed with what they don’t hold', () => {
    const missing = [
      { name: 'Helm', until: null },
      { name: 'Radio', until: null },
    ]
    expect(detailText(item('unfit', { inactive: false, missing, shifts: 2 }), when)).toBe(
      'No valid Helm, Radio · 2 coming shifts',
    )
  })

  test('someone not reached is listed with why', () => {
    const block = (words: string) => ({ words }) as Facts['email_blocked']
    const facts = { email_blocked: block('The address is wrong.'), sms_blocked: block('So is the number.') }
    expect(detailText(item('unreached', facts), when)).toBe('The address is wrong. So is the number. · Race')
    expect(detailText(item('unreached', { email_blocked: null, sms_blocked: null }), when)).toBe('Race')
  })
})

test.each<[string | null, string]>([
  [null, ''],
  ['2026-11-27T11:00:00Z', 'now'],
  ['2026-11-27T12:20:00Z', 'in 20 min'],
  ['2026-11-28T10:00:00Z', 'in 22 h'],
  ['2026-11-29T12:00:00Z', 'day 2026-11-29T12:00:00Z'],
])('an item that is due %s is “%s”', (at, text) => {
  expect(dueText(item('request', {}, { at }), NOW, when)).toBe(text)
})

test('someone waits to join since they registered', () => {
  expect(dueText(item('registration', { made: 'MADE' }, { at: NOW }), NOW, when)).toBe('since day MADE')
})

describe('what happens if no one acts', () => {
  test.each<[string, Partial<Facts>, string]>([
    ['decide', {}, 'It starts time START. Until you decide, everyone stays signed up and is reminded.'],
    ['request', {}, 'It starts time START. Until you answer, they don’t know if they’re needed.'],
    ['gap', {}, 'They can’t come, and no one has been asked to cover. It starts time START.'],
    ['gap', { cover: 7 }, 'Everyone suitable has been asked. It starts time START.'],
    [
      'silent',
      { asked_at: 'A', nudged_at: 'B', sms_failed: false },
      'Asked day A, again day B. No one is asked more than twice. It starts time START.',
    ],
    ['swap', {}, 'Everyone in it has agreed. It expires time AT, and then nothing changes.'],
    ['registration', { made: 'MADE' }, 'Registered time MADE. They can’t sign in until you activate them.'],
    ['unreached', {}, 'They won’t be reminded about Race, time START.'],
    [
      'draft',
      {},
      'It starts time START. Members don’t see these shifts, and no reminders are sent, until you publish.',
    ],
    ['outside', {}, 'The event starts time START. People will still turn up at their shift times.'],
    ['message', {}, 'No one gets it until you send it.'],
    ['unfit', {}, 'They stay on the shift and are reminded unless you change it. The first is Race, time START.'],
    ['times', {}, ''],
  ])('to the kind %s with %j: %s', (kind, facts, text) => {
    expect(elseText(item(kind, facts, { at: 'AT' }), when)).toBe(text)
  })

  test('someone not reached and without a shift gets nothing', () => {
    expect(elseText(item('unreached', {}, { start: null }), when)).toBe('They get no messages until this is fixed.')
  })
})
