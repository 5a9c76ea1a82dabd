import { expect, test } from 'vitest'
import { PRESETS, RUNGS } from '#server/cover/rungs.pure.ts'
import { coverRungs } from './contract.ts'
import { MAX_RUNGS } from './rules.ts'

const problems = (rungs: unknown) => coverRungs.safeParse(rungs).error?.issues.map(({ message }) => message) ?? []
const rungs = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ more_than: (count - 1 - at) * 10, people: 3, every: 1 }))

test('a site has between one row and the maximum', () => {
  expect([problems(rungs(1)), problems(rungs(MAX_RUNGS)), problems(RUNGS)]).toEqual([[], [], []])
  expect(problems([])).toContain('At least one row.')
  expect(problems(rungs(MAX_RUNGS + 1))).toEqual([`At most ${MAX_RUNGS} rows.`])
})

test.each(Object.entries(PRESETS))('a site may choose the preset %s', (_, preset) => {
  expect(problems(preset)).toEqual([])
})

test.each([
  [{ people: 0 }, 'Row 2: ask 1 to 1000 people, or everyone.'],
  [{ people: 1.5 }, 'Row 2: ask 1 to 1000 people, or everyone.'],
  [{ every: 169 }, 'Row 2: the next people are asked after 1 to 168 hours.'],
  [{ more_than: -1 }, 'Row 2: the time left is 0 to 8760 hours.'],
  [{ more_than: 10 }, 'Row 2: the time left must be shorter than in the row before.'],
  [{ more_than: 5 }, 'Row 2: the last row must be for 0 hours, up to the start.'],
])('a row of %j is explained', (change, message) => {
  const [first, last] = rungs(2)
  expect(problems([first, { ...last, ...change }])).toEqual([message])
})
