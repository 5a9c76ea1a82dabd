import { expect, test } from 'vitest'
import { audienceAfterMerge } from './after-merge.ts'

test('an audience lists the remaining record once instead of the merged one', () => {
  const audience = { competencies: [5, 7], competency: { competencies: [5], state: 'holds' }, roles: [5], people: [5] }
  expect(audienceAfterMerge(audience, 'competencies', 5, 7)).toEqual({
    ...{ competencies: [7], competency: { competencies: [7], state: 'holds' }, roles: [5], people: [5] },
  })
  expect(audienceAfterMerge(audience, 'locations', 5, 7)).toBeNull()
  expect(audienceAfterMerge({ competency: 5, competencies: 'x' }, 'competencies', 5, 7)).toBeNull()
})
