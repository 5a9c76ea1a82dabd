import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What has one definition, beside the view core.shift_facts. */
const UNTITLED = /Untitled Event/
const PLACES = ['server/shift-facts/event.pure.ts']

const files = ['app', 'bin', 'server', 'workers'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !/\.(test|gen)\./.test(file)),
)

test('the name of an event without one is written in one place', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter((file) => UNTITLED.test(readFileSync(file, 'utf8')))).toEqual(PLACES)
})
