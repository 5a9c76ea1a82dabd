import { expect, test } from 'vitest'
import { siteFacts } from '#tests/support/messages/shift-drafts.ts'
import { createNoticeWriter } from './from-facts.ts'
import { ROSTER_SMS } from './roster-sms.ts'

/** The longest address of a site. */
const ORIGIN = `https://${'a'.repeat(63)}.watchbill.example`
const LONG = 'Ægir-Überseeboot '.repeat(12)
const TIMES = { at: '2026-11-28T09:00:00Z', given: '2026-12-19T22:30:00Z', until: '2026-11-26T18:00:00Z' }
const MOMENTS = { at: 'Sat 28 Nov 9:00 am', given: 'Sat 19 Dec 10:30 pm', until: 'Thu 26 Nov 6:00 pm' }
const moments = Object.entries(MOMENTS)

const write = createNoticeWriter('secret')
const textOf = (sms: string, { name, path, origin = ORIGIN }: { name: string; path: string; origin?: string }) =>
  write({
    kind: 'cover.asked',
    channel: 'sms',
    site: siteFacts({ prefix: 'x'.repeat(20) }),
    origin,
    person: { name: 'Ann', email: 'ann@example.org', phone: '+447700900001' },
    about: { name, email: '' },
    now: new Date('2026-11-01T09:00:00Z'),
    facts: {
      title: '',
      paragraphs: [],
      action: { label: 'Open', path: '/much/longer' },
      sms_path: path,
      sms,
      names: { what: name, gives: name, gets: name, have: '3 of the 4 people needed', counts: '12 asked: 4 said no.' },
      times: TIMES,
    },
  }).text

test.each(Object.entries(ROSTER_SMS))('%s keeps days, times and the link whole', (_, sms) => {
  for (const name of ['Ann', LONG, '{link} {at}'])
    for (const path of ['/c/Ab3dE6gH', '/swaps', '/events/123456']) {
      const text = textOf(sms, { name, path })
      expect(text.length).toBeLessThanOrEqual(160)
      for (const [key, words] of moments) if (sms.includes(`{${key}}`)) expect(text).toContain(words)
      if (sms.endsWith('{link}')) expect(text.endsWith(` ${ORIGIN}${path}`)).toBe(true)
      else expect(text).not.toContain('https')
    }
})

test('a club with a short address says who asks, when and for what', () => {
  const text = textOf(ROSTER_SMS.cover_asked, {
    name: 'Race Officer',
    path: '/c/Ab3dE6gH',
    origin: 'https://h.example',
  })
  expect(text).toBe(`${'x'.repeat(20)}: can you cover Sat 28 Nov 9:00 am, Race Officer? https://h.example/c/Ab3dE6gH`)
})
