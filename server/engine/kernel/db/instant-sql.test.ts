import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** SQL that formats instants; `to_json(….updated_at)` is a version, which is exact. */
const SPELLINGS = /to_json\((?![\w${}.]*updated_at\b)[^`]*?#>> '\{\}'|to_char\([^`]*?"T"HH24/

const RAW = /'\w+', \w+\.(?:start|"end"|at|\w+_at|(?:modified|actual)_(?:start|end))\b/

test('statements format instants by one function', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => SPELLINGS.test(readFileSync(`server/${file}`, 'utf8')))).toEqual([
    'engine/kernel/db/instant-sql.ts',
  ])
})

test.each([
  ["select to_json(e.start) #>> '{}' as start", true],
  ["select to_json(max(s.start) filter (where s.start <= now())) #>> '{}' as last", true],
  [`to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`, true],
  ["select to_json(s.updated_at) #>> '{}' as version", false],
])('%s: %s', (statement, found) => expect(SPELLINGS.test(statement)).toBe(found))

test('downloadable JSON has no instant in the format of PostgreSQL', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const made = files.filter((file) => readFileSync(`server/${file}`, 'utf8').includes('jsonb_build_object('))
  expect(made).toContain('people/self/own-data.ts')
  expect(made.filter((file) => RAW.test(readFileSync(`server/${file}`, 'utf8')))).toEqual([])
})
