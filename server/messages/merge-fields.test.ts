import { expect, test } from 'vitest'
import { mergeFieldProblem, unknownMergeFields } from './merge-fields.ts'

test('known merge fields pass with and without spaces, others are named once', () => {
  expect(mergeFieldProblem('Hello {{person.name}}, {{ event.name }} at {{shift.start}}, {{site.name}}')).toBeNull()
  expect(unknownMergeFields('{{person.email}} {{ person.email }} {{}} {{constructor}}')).toEqual([
    'person.email',
    '',
    'constructor',
  ])
  expect(mergeFieldProblem('{{person.password}}')).toContain('Unknown: {{person.password}}.')
  expect(mergeFieldProblem('braces { } and {{ unclosed')).toBeNull()
})
