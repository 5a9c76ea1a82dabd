import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { PreviewRow } from '#server/imports/contract.ts'
import { errorCsv } from './error-csv.ts'

const row = (over: Partial<PreviewRow>): PreviewRow => ({
  line: 2,
  outcome: 'error',
  cells: {},
  errors: {},
  warnings: [],
  changes: {},
  questions: [],
  ...over,
})
const column = (index: number, header: string, field: string) => ({ index, header, field, examples: [] })

test('contains the rows with errors and reasons under the file’s headers, and runs no formula', () => {
  const text = errorCsv({
    columns: [column(0, 'Full, name', 'name'), column(1, 'Mobile', 'phone'), column(2, 'Other', 'ignore')],
    rows: [
      row({ outcome: 'create', cells: { name: 'Fine' } }),
      row({
        line: 7,
        cells: { name: '=HYPERLINK("http://x")', phone: '+447700900111' },
        errors: { name: ['A formula.'], non_field_errors: ['7 columns.'] },
      }),
      row({ line: 9, cells: { name: 'Two\nlines', phone: '+1+cmd' }, errors: { phone: ['Too short.', 'No.'] } }),
    ],
  })
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(parse(text, { bom: true })).toEqual([
    ['Full, name', 'Mobile', 'Line', 'What is wrong'],
    ['\'=HYPERLINK("http://x")', '+447700900111', '7', 'Full, name: A formula.; 7 columns.'],
    ['Two\nlines', "'+1+cmd", '9', 'Mobile: Too short. No.'],
  ])
})
