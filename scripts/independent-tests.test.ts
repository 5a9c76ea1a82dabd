import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Options that make a test depend on those before it: one failure then hides all that follow, and none can run alone.
 */
const DEPENDS = /\bmode:\s*['"`]serial['"`]|\bdescribe\.serial\b|\bbail\b\s*:/

const files = ['playwright.config.ts', 'vitest.config.ts'].concat(
  readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `tests/${file}`),
)

test('each test can run alone, and none is skipped because an earlier one failed', () => {
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => DEPENDS.test(readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ["test.describe.configure({ mode: 'serial' })", true],
  ["test.describe.serial('a way', () => {})", true],
  ["test.describe.configure({ mode: 'parallel' })", false],
  ['let serial = 0', false],
])('%s: %s', (source, found) => expect(DEPENDS.test(source)).toBe(found))
