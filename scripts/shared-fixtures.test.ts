import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Database test files share their modules, and `override` changes the fixture for all of them. A file extends a shared
 * fixture under the same name instead; `override` is for the tests of one `describe`.
 */
const OVERRIDES_SHARED = /(?:\b(?:base|worldTest)\s*|^\s*)\.override\(/m

test('no file changes the fixtures of other files', () => {
  const files = ['tests/integration', 'tests/contract', 'tests/hard', 'tests/support'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  )
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter((file) => OVERRIDES_SHARED.test(readFileSync(file, 'utf8')))).toEqual([])
})
