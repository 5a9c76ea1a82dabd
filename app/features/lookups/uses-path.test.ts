import { expect, test } from 'vitest'
import { usesPath } from './uses-path.ts'

test('a use links to the records that it counts', () => {
  expect(usesPath({ by: 'events', field: 'location' }, 3)).toBe('/events/list?view=all&location=3')
  expect(usesPath({ by: 'shifts', field: 'role' }, 3)).toBe('/shifts?view=all&role=3')
})
