import { expect, test } from 'vitest'
import type { PreviewRow } from '#server/imports/contract.ts'
import { cellLines, columnGroups, rowErrors } from './column-groups.ts'

const row = (over: Partial<PreviewRow>): PreviewRow => ({
  line: 2,
  outcome: 'create',
  cells: {},
  errors: {},
  warnings: [],
  changes: {},
  questions: [],
  ...over,
})
const groups = columnGroups('season', { 0: 'date', 1: 'start', 2: 'end', 3: 'event', 4: 'duty', 5: 'ignore' })
const lines = (given: PreviewRow, title: string) => {
  const group = groups.find((one) => one.title === title)
  return group ? cellLines(given, group) : []
}

test('only the columns that the file has', () => {
  expect(groups.map(({ title }) => title)).toEqual(['When', 'Event', 'Assignment'])
})

test('joins a start and an end, unless one of them has an error or a change', () => {
  const cells = { date: '2027-03-07', start: '09:30', end: '16:00' }
  expect(lines(row({ cells }), 'When').map((line) => line.map(({ text }) => text))).toEqual([
    ['2027-03-07'],
    ['09:30–16:00'],
  ])
  const wrong = lines(row({ cells, errors: { end: ['Not a time'] } }), 'When')
  expect(wrong[1]?.map(({ text, errors }) => [text, ...errors])).toEqual([['09:30'], ['16:00', 'Not a time']])
})

test('omits an empty cell without an error', () => {
  expect(lines(row({ cells: { duty: '' } }), 'Assignment')).toEqual([])
  expect(lines(row({ cells: { duty: '' }, errors: { duty: ['Required.'] } }), 'Assignment')).toHaveLength(1)
})

test('renders changes of the event in its cell, as text', () => {
  const change = { from: '10:00', to: '09:30' }
  expect(lines(row({ cells: { event: 'Race' }, changes: { event_start: change } }), 'Event')[1]).toEqual([
    { key: 'event_start', label: 'Event starts', text: '', errors: [], change },
  ])
})

test('errors without a cell belong to the row', () => {
  const errors = { non_field_errors: ['7 columns.'], role: ['Unknown.'], date: ['No day.'] }
  expect(rowErrors(row({ errors }), groups)).toEqual(['7 columns.', 'Unknown.'])
})
