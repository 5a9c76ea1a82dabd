import { expect, test } from 'vitest'
import { isNewName } from './created-by-name.ts'

test.each([
  ['Jetty', false, true],
  ['jetty two', false, false],
  ['Jetty', true, false],
  ['', false, false],
])('%j may be added while searching (%s): %s', (name, loading, expected) => {
  expect(isNewName(name, { options: [{ label: 'Jetty Two' }], loading })).toBe(expected)
})
