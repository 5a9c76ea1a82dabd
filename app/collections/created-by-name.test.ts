import { expect, test } from 'vitest'
import { isNewName } from './created-by-name.ts'

test.each([
  ['Jetty', false, true],
  ['jetty two', false, false],
  ['Jetty', true, false],
  ['', false, false],
  ['JÉTTY TWO', false, false],
  ['cafe', false, false],
  ['blabaergrod', false, false],
  ['Café Two', false, true],
])('%j may be added while searching (%s): %s', (name, loading, expected) => {
  expect(
    isNewName(name, { options: [{ label: 'Jetty Two' }, { label: 'Café' }, { label: 'Blåbærgrød' }], loading }),
  ).toBe(expected)
})
