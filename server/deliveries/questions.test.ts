import { expect, test } from 'vitest'
import { exampleShift } from '#tests/support/messages/shift-drafts.ts'
import { type Question, questionOf } from './questions.ts'

const NOW = new Date('2026-11-01T09:00:00Z')
const SITE = { ask_answers: true, ask_weeks: 6, answer_by_days: 5 }
const NEAR = { start: '2026-12-13T09:00:00.000Z' }
const FAR = { start: '2026-12-13T09:00:00.001Z' }

type Case = [what: string, kind: Parameters<typeof questionOf>[0], shift: object, site: object, question: Question]

test.each<Case>([
  ['a near shift', 'shift.assigned', NEAR, {}, 'now'],
  ['one further ahead', 'shift.assigned', FAR, {}, 'later'],
  ['one that is near by the weeks of its club', 'shift.assigned', FAR, { ask_weeks: 7 }, 'now'],
  ['one that is near by the second question', 'shift.assigned', FAR, { answer_by_days: 41 }, 'now'],
  ['one that comes near', 'shift.asked', FAR, {}, 'now'],
  ['a change far ahead', 'shift.changed', FAR, {}, 'later'],
  ['a change after an answer', 'shift.changed', { ...FAR, asked_again: true }, {}, 'now'],
  ['a reminder', 'reminder.day', FAR, {}, 'now'],
  ['what was answered', 'shift.assigned', { ...NEAR, answer: 'confirmed' }, {}, null],
  ['a shift that has started', 'shift.assigned', { start: NOW.toISOString() }, {}, null],
  ['an archived event', 'reminder.day', { ...NEAR, archived: true }, {}, null],
  ['a shift that is no longer theirs', 'shift.cancelled', NEAR, {}, null],
  ['a club that does not ask', 'shift.assigned', NEAR, { ask_answers: false }, null],
])('%s', (_what, kind, shift, site, question) => {
  expect(questionOf(kind, exampleShift({ answer: 'asked', ...shift }), { ...SITE, ...site }, NOW)).toBe(question)
})
