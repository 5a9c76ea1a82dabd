import { expect, test } from 'vitest'
import { jsonShapeProblem } from './json-shape.ts'

const problemOf = (text: string) => jsonShapeProblem(new TextEncoder().encode(text))

test('accepts the input of calls, whatever its texts contain', () => {
  expect(problemOf('')).toBeNull()
  expect(problemOf(JSON.stringify([{ a: { b: [1, { c: '[[[[{{{{,,,,"\\' }] } }]))).toBeNull()
  expect(problemOf(JSON.stringify('['.repeat(1_000)))).toBeNull()
  expect(problemOf(JSON.stringify(`\\"${','.repeat(200_000)}`))).toBeNull()
  expect(problemOf(JSON.stringify(Array.from({ length: 90_000 }, (_, at) => at)))).toBeNull()
  expect(problemOf('['.repeat(32))).toBeNull()
})

test('refuses deeper nesting and more entries', () => {
  expect(problemOf('['.repeat(33))).toBe('This is nested deeper than 32 levels.')
  expect(problemOf('{"a":'.repeat(1_000_000))).toBe('This is nested deeper than 32 levels.')
  expect(problemOf(`[${'1,'.repeat(100_001)}`)).toBe('This has more than 100,000 entries.')
  expect(problemOf(`[${'[],'.repeat(60_000)}`)).toBe('This has more than 100,000 entries.')
  expect(problemOf('"never closed\\')).toBeNull()
})
