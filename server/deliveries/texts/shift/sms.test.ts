import { describe, expect, test } from 'vitest'
import { SHIFT_MESSAGE_KINDS } from '#server/deliveries/contract.ts'
import { ascii, shorten } from '#server/deliveries/texts/plain.ts'
import { shiftDraft as draft, exampleShift as facts, siteFacts as site } from '#tests/support/messages/shift-drafts.ts'
import { smsText } from './sms.ts'

const GSM = /^[A-Za-z0-9 @$!"#%&'()*+,\-./:;<=>?_]*$/

test('club, when, assignment, event, location', () => {
  expect(smsText(draft({ channel: 'sms' }))).toBe(
    'Harbour SC: tomorrow Sat 28 Nov 09:00-13:30, Start line - Assistant Race Officer, Autumn Series, race 8, Blyth Pontoon',
  )
})

describe.each(SHIFT_MESSAGE_KINDS)('%s is one part of plain letters', (kind) => {
  const nasty = [
    'Zoë Brontë–Hughes “Ægir” Ødegård łódź',
    '[club] {a|b} ~x^2 `tick` \\ €5 £3',
    '🚤🏳️‍🌈 Regatta 👩‍🚒',
    'Ελλάδα 東京 Москва',
    'x'.repeat(300),
    '🚤'.repeat(300),
    'a\r\nb\u0000c\u2028d',
    '',
  ]
  test.each(nasty)('%j', (text) => {
    for (const prefix of ['HSC', '', text]) {
      const shift = facts({ event_name: text, role: text, assignment: text, location: text, address: text })
      const over = { kind, channel: 'sms' as const, site: site({ name: text || 'Club', prefix }) }
      for (const count of [1, 3, 12]) {
        const items = Array.from({ length: count }, () => ({ shift, before: null }))
        const sms = smsText(draft({ ...over, items }))
        expect(sms).toMatch(GSM)
        expect(sms.length).toBeLessThanOrEqual(160)
        if (prefix.length < 20) expect(sms).toContain('09:00-13:30')
      }
    }
  })
})

test.each(SHIFT_MESSAGE_KINDS)('%s of a site with the longest address keeps day, time and link', (kind) => {
  const answer_url = `https://${'a'.repeat(63)}.watchbill.example/a/Ab3dE6gH`
  const shift = facts({ event_name: 'Long '.repeat(30), assignment: 'Safety '.repeat(20) })
  const sms = smsText(
    draft({ kind, answer_url, items: [{ shift, before: null }], site: site({ prefix: 'x'.repeat(20) }) }),
  )
  expect(sms.length).toBeLessThanOrEqual(160)
  expect(sms).toContain('Sat 28 Nov 09:00-13:30')
  expect(sms.endsWith(` ${answer_url}`)).toBe(true)
})

test('the event’s name gives way before the assignment and the location', () => {
  const sms = smsText(draft({ items: [{ shift: facts({ event_name: 'Long '.repeat(30) }), before: null }] }))
  expect(sms).toContain('Start line - Assistant Race Officer')
  expect(sms).toContain('Blyth Pontoon')
  expect(sms).toContain('Long Lo')
})

test('a text about another location names it', () => {
  const shift = facts({ location: 'Slipway 12' })
  const items = [{ shift, before: { ...shift, location: 'Blyth Pontoon' } }]
  const answer_url = 'https://weymouth.watchbill.example/a/Ab3dE6gH'
  const club = site({ prefix: '', name: 'Weymouth Sailing Club' })
  for (const count of [1, 2]) {
    const draftOf = { kind: 'shift.changed' as const, answer_url, items: Array(count).fill(items).flat(), site: club }
    const sms = smsText(draft(draftOf))
    expect(sms.length).toBeLessThanOrEqual(160)
    expect(sms).toContain('Slipway 12')
  }
  const days = [28, 29, 30].map((day) => ({
    shift: { ...shift, start: `2026-11-${day}T09:00:00Z`, end: `2026-11-${day}T13:30:00Z` },
    before: { ...shift, location: 'Blyth Pontoon' },
  }))
  const sms = smsText(draft({ kind: 'shift.changed', answer_url, items: days, site: club }))
  for (const day of ['Sat 28', 'Sun 29', 'Mon 30']) expect(sms).toContain(`${day} Nov 09:00-13:30`)
})

test('plain letters', () => {
  expect(ascii('Zoë Brontë–Hughes, Ødegård, Łódź, Straße, Ægir, þórr')).toBe(
    'Zoe Bronte-Hughes, Odegard, Lodz, Strasse, AEgir, thorr',
  )
  expect(ascii('“a” ‘b’ … [c] `d`')).toBe(`"a" 'b' ... (c) 'd'`)
  expect(ascii('1 2 # * ©')).toBe('1 2 # *')
})

test('shortening', () => {
  expect([shorten('abcdef', 6), shorten('abcdef', 5), shorten('abcdef', 0), shorten('🚤🚤🚤🚤', 3)]).toEqual([
    'abcdef',
    'abc..',
    '',
    '🚤..',
  ])
})
