import { expect, test } from 'vitest'
import { checklist, isShouted, mayBeSent } from './checklist.ts'

const WRITTEN = { kind: 'email', subject: 'Can you help?', body: 'Hello' } as const
const CAPS = { left: 1_000, cap: 'person', most: 1_000 } as const
const CHECK = { matching: 155, receiving: 143, recent: null, missing: [], caps: CAPS, quiet: null, rendered: true }
const words = { ago: () => 'yesterday', quietUntil: null }
const texts = (...args: Parameters<typeof checklist>) =>
  checklist(...args).map(({ level, text }) => `${level}: ${text}`)

test('a complete message goes to its recipients, and counts the others', () => {
  expect(texts(WRITTEN, CHECK, words)).toEqual([
    'fine: Subject and message are written',
    'fine: 143 emails, one for each person or shared address',
    'warn: 12 people won’t get it',
  ])
})

test('an email that is a text too says who gets only one of both, and what the text leaves out', () => {
  const reason = (count: number) => [{ reason: 'opted_out' as const, count, people: [] }]
  const count = { receiving: 115, reached: 146, email_only: reason(31), sms_only: reason(3), neither: reason(1) }
  const lost = 'Only in the email, not in the text: 1 file'
  const text = { check: { ...CHECK, receiving: 115 }, count, cost: '', lost }
  expect(texts(WRITTEN, CHECK, words, null, text)).toEqual([
    'fine: Subject and message are written',
    'fine: 143 emails and 115 texts, one for each address and number',
    'warn: 31 get no text: they get the email',
    'warn: 3 get no email: they get the text',
    'warn: 1 gets neither',
    `warn: ${lost}`,
  ])
  const none = { ...text, check: { ...CHECK, receiving: 0 }, lost: '' }
  expect(texts(WRITTEN, CHECK, words, null, none)[1]).toBe(
    'stop: No one gets the text. Choose who it goes to, or send only the email',
  )
  const over = { ...text, check: { ...CHECK, receiving: 115, caps: { ...CAPS, left: 100 } } }
  expect(texts(WRITTEN, CHECK, words, null, over).filter((line) => line.startsWith('stop'))).toEqual([
    'stop: This message goes to 115 people. One person can send 1,000 texts a day, and 100 are left.',
  ])
})

test('without a subject, a text or a recipient it cannot be sent', () => {
  for (const lines of [
    checklist({ ...WRITTEN, subject: ' ' }, CHECK, words),
    checklist({ ...WRITTEN, body: '' }, CHECK, words),
    checklist(WRITTEN, { ...CHECK, receiving: 0 }, words),
  ])
    expect(mayBeSent(lines)).toBe(false)
  expect(mayBeSent(checklist({ kind: 'sms', subject: '', body: 'Hello' }, CHECK, words))).toBe(true)
})

test('fields without a value name the people, and the last message has its date', () => {
  const missing = [{ field: 'shift.start', label: 'Shift start', people: 5, names: ['Ann', 'Bo', 'Cy'] }]
  const check = { ...CHECK, matching: 143, missing, recent: { people: 38, at: '2027-06-01T10:00:00.000Z' } }
  expect(texts(WRITTEN, check, words).slice(2)).toEqual([
    'warn: Shift start is empty for Ann, Bo, Cy and 2 more',
    'warn: 38 of them already got a message, the last yesterday',
  ])
})

test('a subject in capitals is one whose letters, fields aside, are all upper case', () => {
  expect(isShouted('HELP NEEDED on {{event.day}}'.toUpperCase())).toBe(true)
  expect(isShouted('HELP NEEDED {{event.day}}')).toBe(true)
  expect(isShouted('RYA day')).toBe(false)
  expect(isShouted('BBQ')).toBe(false)
  expect(isShouted('招募志愿者来帮忙')).toBe(false)
})

test('the rest of a cap is shown when it is near, and past it the message cannot be sent', () => {
  const caps = (left: number, cap: 'person' | 'day' | 'month', most: number) =>
    checklist(WRITTEN, { ...CHECK, matching: 143, caps: { left, cap, most } }, words).slice(2)
  expect(caps(343, 'person', 1_000)).toEqual([])
  expect(caps(342, 'person', 1_000)).toMatchObject([
    { level: 'warn', text: 'You can send 342 more emails today, of 1,000 a day.' },
  ])
  expect(caps(143, 'month', 50_000)).toMatchObject([
    { level: 'warn', text: 'This site can send 143 more emails this month, of 50,000 a month.' },
  ])
  expect(caps(142, 'day', 5_000)).toMatchObject([
    {
      level: 'stop',
      text: 'This message goes to 143 people. This site can send 5,000 emails a day, and 142 are left.',
    },
  ])
})

test('the caps of a scheduled message are those of another day', () => {
  const checked = { ...CHECK, matching: 143 }
  const text = (left: number, cap: 'day' | 'month') =>
    checklist(
      { ...WRITTEN, scheduled_for: '2027-06-03T09:00:00Z' },
      { ...checked, caps: { left, cap, most: 500 } },
      words,
    )
      .filter(({ key }) => key === 'caps')
      .map((line) => line.text)
  expect(text(142, 'day')).toEqual([
    'This message goes to 143 people. This site can send 500 emails a day, and 142 are left on that day.',
  ])
  expect(text(200, 'month')).toEqual(['This site can send 200 more emails in that month, of 500 a month.'])
})

test('a text in quiet hours shows when it is sent', () => {
  const text = { kind: 'sms', subject: '', body: 'Hello' } as const
  expect(texts(text, { ...CHECK, matching: 143 }, { ...words, quietUntil: 'Tue 1 Jun 2027 08:00' })).toContain(
    'warn: That is in the quiet hours. The texts go out Tue 1 Jun 2027 08:00',
  )
})

test('broken links are named, and stop nothing', () => {
  const lines = (links: Parameters<typeof checklist>[3]) =>
    checklist(WRITTEN, { ...CHECK, matching: 143 }, words, links).slice(2)
  const problems = [
    { address: 'https://club.example/old', status: 404 },
    { address: `https://club.example/${'x'.repeat(90)}`, status: null },
  ]
  expect(lines({ checked: 10, more: 2, problems }).map(({ level, text }) => `${level}: ${text}`)).toEqual([
    'warn: https://club.example/old answers 404',
    `warn: https://club.example/${'x'.repeat(59)}… could not be checked, so please open it yourself`,
    'warn: 2 links were not checked',
  ])
  expect(mayBeSent(lines({ checked: 10, more: 2, problems }))).toBe(true)
  expect(lines({ checked: 2, more: 0, problems: [] })).toMatchObject([{ level: 'fine', text: 'All 2 links work' }])
  expect(lines({ checked: 0, more: 0, problems: [] })).toEqual([])
})
