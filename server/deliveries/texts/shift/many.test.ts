import { expect, test } from 'vitest'
import type { Question } from '#server/deliveries/questions.ts'
import { shiftDraft as draft, exampleShift as facts, siteFacts as site } from '#tests/support/messages/shift-drafts.ts'
import { smsText } from './sms.ts'
import { writeShiftMessage as write } from './write.ts'

const NOW = new Date('2026-11-01T09:00:00Z')
const answer_url = 'https://harbour.watchbill.example/answer/Ab3dE6gH.x'
const PAGE = 'https://harbour.watchbill.example/profile/shifts'

/** New shifts on separate days, asked about as given. */
const announced = (questions: readonly Question[], over: Parameters<typeof draft>[0] = {}) =>
  draft({
    kind: 'shift.assigned',
    now: NOW,
    ...(questions.includes('now') && { answer_url }),
    items: questions.map((question, n) => {
      const day = String(n + 7).padStart(2, '0')
      const times = { start: `2026-11-${day}T09:00:00.000Z`, end: `2026-11-${day}T12:00:00.000Z` }
      const shift = facts({ id: n + 1, ...times, event_name: `Race ${n + 1}`, notes: n ? '' : 'Bring a <torch>' })
      return { shift, before: null, question }
    }),
    ...over,
  })

const order = (text: string, ...parts: readonly string[]) => {
  const places = parts.map((part) => text.indexOf(part))
  expect(places, text).toEqual([...places].sort((a, b) => a - b))
  expect(Math.min(...places), text).toBeGreaterThanOrEqual(0)
}

test.each([
  [['now', 'now', 'later'], 'large'],
  [['now', 'now', 'later', 'later', 'later'], 'a list'],
] as const)(
  '%j as %s: what is asked about, the question, then what is asked about later and why',
  (questions, _size) => {
    const { text, html } = write(announced(questions))
    const body = html.slice(html.indexOf('Hello'))
    const last = `Race ${questions.length}`
    order(
      text,
      'Please reply about 2 of them.',
      'Race 1',
      'Race 2',
      `Reply about each of them:\n${answer_url}`,
      'Later:',
      'Race 3',
    )
    order(
      body,
      'Please reply about 2 of them.',
      'Race 1',
      'Race 2',
      'Reply about these shifts',
      '>Later<',
      'Race 3',
      last,
    )
    for (const part of [text, html]) {
      expect(part).toContain(`We ask about ${questions.length === 3 ? 'this shift' : 'these shifts'} 6 weeks before.`)
      expect(part).toContain(PAGE)
    }
    expect(text).toContain('Bring a <torch>')
    expect(html).toContain('Bring a &lt;torch&gt;')
    expect(html).not.toContain('<torch>')
  },
)

test('the one of several that is asked about is named', () => {
  const { text, html } = write(announced(['now', 'later', 'later', 'later', null]))
  expect(text).toContain('Please reply about one of them.')
  expect(text).toContain('Reply about Sat 7 Nov 2026:')
  expect(html).toContain('>Reply about Sat 7 Nov 2026<')
})

test('without anything to ask now there is no question and no heading', () => {
  const { text, html } = write(announced(['later', 'later']))
  for (const part of [text, html]) {
    expect(part).toContain('are on new shifts.')
    expect(part).not.toMatch(/Later|Please reply|Reply about/)
    expect(part).toContain('We ask about these shifts 6 weeks before.')
  }
  const one = write(announced(['later'], { site: site({ ask_weeks: 1 }) }))
  expect(one.text).toContain('We ask about this shift a week before.')
  expect(one.html).toContain('See your shift')
})

test('the calendar file has all of them', () => {
  const { attachments } = write(announced(['now', 'later', 'later', 'later']))
  expect(String(attachments[0]?.content).match(/BEGIN:VEVENT/g)).toHaveLength(4)
})

test('an email of a hundred shifts stays below what mail programs cut off', () => {
  const { html } = write(announced(Array.from({ length: 23 }, (_, n) => (n < 6 ? 'now' : 'later'))))
  expect((html.length / 23) * 100).toBeLessThan(102_000)
})

test('a text names the first of shifts on several days and how many they are', () => {
  const sms = (questions: readonly Question[], over = {}) => smsText(announced(questions, { channel: 'sms', ...over }))
  const short = `https://harbour.watchbill.example/a/Ab3dE6gH`
  expect(sms(['now', 'now', 'later'], { answer_url: short })).toBe(
    `Harbour SC: 3 new shifts, first Sat 7 Nov 09:00-12:00, Start line - Assis.., Blyth Pontoon. Yes or can't come: ${short}`,
  )
  expect(sms(['later', 'later'])).toMatch(
    /^Harbour SC: 2 new shifts, first Sat 7 Nov 09:00-12:00, .*\. All: https:\S+\/profile\/shifts$/,
  )
  expect(sms(['now', 'now'], { kind: 'shift.asked', answer_url: short })).toContain(
    'can you make 2 shifts? First Sat 7 Nov',
  )
  const long = { origin: `https://${'a'.repeat(63)}.watchbill.example` }
  for (const count of [2, 40]) {
    const text = sms(Array.from({ length: count }, () => 'later' as const).slice(0, 23), long)
    expect(text.length).toBeLessThanOrEqual(160)
    expect(text).toMatch(/Sat 7 Nov 09:00-12:00.* https:\S+\/profile\/shifts$/)
  }
})

test('a text of two shifts on one day names both', () => {
  const day = announced(['now', 'now'], { channel: 'sms', answer_url: 'https://harbour.watchbill.example/a/Ab3dE6gH' })
  const items = day.items.map(({ shift, ...item }, n) => ({
    ...item,
    shift: { ...shift, start: `2026-11-07T${n ? 14 : 10}:00:00.000Z`, end: `2026-11-07T${n ? 16 : 12}:00:00.000Z` },
  }))
  expect(smsText({ ...day, items })).toMatch(/new shifts Sat 7 Nov 10:00-12:00.*; 14:00-16:00/)
})

test.each([
  ['shift.changed', 3, /: shifts changed, now Sat 7 Nov 09:00-12:00.*; Sun 8 Nov 09:00-12:00.*; Mon 9 Nov 09:00-12:00/],
  ['shift.changed', 12, /: 12 shifts changed, first now Sat 7 Nov 09:00-12:00, .*\. All: https:\S+\/profile\/shifts$/],
  ['shift.cancelled', 3, /: no longer yours: Sat 7 Nov 09:00-12:00.*; Sun 8 Nov 09:00-12:00.*; Mon 9 Nov 09:00-12:00/],
  ['shift.cancelled', 12, /: 12 shifts no longer yours, first Sat 7 Nov .*\. Still yours: https:\S+\/profile\/shifts$/],
] as const)('a text of %s names %i shifts, or the first and how many', (kind, count, words) => {
  const text = smsText(announced(Array(count).fill(null), { kind, channel: 'sms' }))
  expect(text).toMatch(words)
  expect(text.length).toBeLessThanOrEqual(160)
})

test('an email of twelve changed shifts states the old facts of each', () => {
  const changed = announced(Array(12).fill(null), { kind: 'shift.changed' })
  const items = changed.items.map((item) => ({ ...item, before: { ...item.shift, location: 'Slipway' } }))
  const { subject, text, html } = write({ ...changed, items })
  expect(subject).toBe('Your shifts have changed: Race 1, Sat 7 Nov 2026 09:00 – 12:00 and 11 more')
  for (const part of [text, html]) expect(part.match(/The location was Slipway/g)).toHaveLength(12)
})
