import { expect, test } from 'vitest'
import { mergeFieldObstacle, unknownMergeFields } from './merge-fields.ts'

test('known merge fields pass with and without spaces, others are named once', () => {
  expect(mergeFieldObstacle('Hello {{person.name}}, {{ event.name }} at {{shift.start}}, {{site.name}}')).toBeNull()
  expect(unknownMergeFields('{{person.email}} {{ person.email }} {{}} {{constructor}}')).toEqual([
    'person.email',
    '',
    'constructor',
  ])
  expect(mergeFieldObstacle('{{person.password}}')).toContain('Unknown: {{person.password}}.')
  expect(mergeFieldObstacle('braces { } and {{ unclosed')).toBeNull()
})
