import { expect, test } from 'vitest'
import { checklist, isShouted, mayBeSent } from './checklist.ts'

const WRITTEN = { kind: 'email', subject: 'Can you help?', body: 'Hello' } as const
const CHECK = { matching: 155, receiving: 143, recent: null, missing: [] }
const ago = () => 'yesterday'
const texts = (...args: Parameters<typeof checklist>) =>
  checklist(...args).map(({ level, text }) => `${level}: ${text}`)

test('a message that is written goes to those who get it, and names how many do not', () => {
  expect(texts(WRITTEN, CHECK, ago)).toEqual([
    'fine: Subject and message are written',
    'fine: 143 emails, one for each person or shared address',
    'warn: 12 people will not get it',
  ])
})

test('without a subject, a text or a recipient it cannot be sent', () => {
  for (const lines of [
    checklist({ ...WRITTEN, subject: ' ' }, CHECK, ago),
    checklist({ ...WRITTEN, body: '' }, CHECK, ago),
    checklist(WRITTEN, { ...CHECK, receiving: 0 }, ago),
  ])
    expect(mayBeSent(lines)).toBe(false)
  expect(mayBeSent(checklist({ kind: 'sms', subject: '', body: 'Hello' }, CHECK, ago))).toBe(true)
})

test('fields without a value name the people, and the last message says when', () => {
  const missing = [{ field: 'shift.start', label: 'Shift start', people: 5, names: ['Ann', 'Bo', 'Cy'] }]
  const check = { ...CHECK, matching: 143, missing, recent: { people: 38, at: '2027-06-01T10:00:00.000Z' } }
  expect(texts(WRITTEN, check, ago).slice(2)).toEqual([
    'warn: Shift start is empty for Ann, Bo, Cy and 2 more',
    'warn: 38 of them got another message, the last yesterday',
  ])
})

test('a subject in capitals is one whose letters, fields aside, are all upper case', () => {
  expect(isShouted('HELP NEEDED on {{event.day}}'.toUpperCase())).toBe(true)
  expect(isShouted('HELP NEEDED {{event.day}}')).toBe(true)
  expect(isShouted('RYA day')).toBe(false)
  expect(isShouted('BBQ')).toBe(false)
  expect(isShouted('招募志愿者来帮忙')).toBe(false)
})
