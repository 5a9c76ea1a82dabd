import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The files of the database tests share their modules, and `override` changes the fixture that it is called on. A file that gives a
 * shared fixture another value extends it under the same name; `override` is for the tests of one `describe`.
 */
const OVERRIDES_SHARED = /(?:\b(?:base|worldTest)\s*|^\s*)\.override\(/m

test('no file changes the fixtures of the others', () => {
  const files = ['tests/integration', 'tests/contract', 'tests/hard', 'tests/support'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  )
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter((file) => OVERRIDES_SHARED.test(readFileSync(file, 'utf8')))).toEqual([])
})
