import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CAUSES, groupWarnings } from './warning-groups.ts'

test('warnings of one cause are one entry with a count, whatever names they contain', () => {
  const unknown = (email: string) => `No one here has the email ${email}; the shift is left open`
  expect(
    groupWarnings([
      { line: 2, warnings: ['Something new'] },
      { line: 3, warnings: [unknown('a@b.example')] },
      { line: 4, warnings: [] },
      { line: 5, warnings: [unknown('c@d.example'), unknown('c@d.example')] },
    ]),
  ).toEqual([
    {
      text: '2 rows have an email that no one here has (first: line 3). We left the shift open.',
      rows: 2,
      first: 3,
    },
    { text: '1 row (line 2): Something new', rows: 1, first: 2 },
  ])
})

test('one row is said in the singular', () => {
  const warnings = ['01:30 does not exist on this day; 02:00 is used']
  expect(groupWarnings([{ line: 26, warnings }]).map(({ text }) => text)).toEqual([
    '1 row falls in the hour the clocks skip (line 26). We used the next time.',
  ])
})

test('the import emits each cause', () => {
  const files = readdirSync('server/imports').filter((file) => !file.includes('.test.'))
  const source = files.map((file) => readFileSync(`server/imports/${file}`, 'utf8')).join('\n')
  expect(CAUSES.filter(([contains]) => !source.includes(contains))).toEqual([])
})
