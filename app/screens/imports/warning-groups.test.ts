import { expect, test } from 'vitest'
import { groupWarnings } from './warning-groups.ts'

test('warnings of one cause are one entry with a count, whatever names they have', () => {
  const unknown = (email: string) => `Nobody here has the email ${email}; the shift is left open`
  expect(
    groupWarnings([
      { line: 2, warnings: ['Something new'] },
      { line: 3, warnings: [unknown('a@b.example')] },
      { line: 4, warnings: [] },
      { line: 5, warnings: [unknown('c@d.example'), unknown('c@d.example')] },
    ]),
  ).toEqual([
    { cause: 'Nobody here has the volunteer’s email; the shift is left open', rows: 2, first: 3 },
    { cause: 'Something new', rows: 1, first: 2 },
  ])
})
