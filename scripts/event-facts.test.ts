import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Facts with one definition, and the files that may spell them. */
const FACTS: { fact: string; spelled: RegExp; files: Record<string, string> }[] = [
  {
    fact: 'the name of an event without one: eventName, eventNameSql',
    spelled: /Untitled Event/,
    files: {
      'server/shift-facts/event.pure.ts': 'the definition',
      'server/shift-facts/shift_facts.sql': 'the view of it',
    },
  },
  {
    fact: 'an event that is called off: isEventOff, isOffSql, isOnSql, isLiveSql',
    spelled: /\bdecision\W*(?:={1,3}|!==?|<>|is (?:not )?distinct from)\s*'off'/,
    files: {
      'server/cover/covers_to_move.sql': 'a function file cannot import a fragment',
      'server/deliveries/mark_changes.sql': 'a function file cannot import a fragment',
      'server/reminders/reminders_of.sql': 'a function file cannot import a fragment',
      'server/shift-facts/event-sql.ts': 'the definition in SQL',
      'server/shift-facts/event.pure.ts': 'the definition',
      'server/shift-facts/shift_facts.sql': 'the view of it',
      'server/swaps/swaps_to_end.sql': 'a function file cannot import a fragment',
      'server/waiting/waiting_lists_due.sql': 'a function file cannot import a fragment',
    },
  },
]

const files = ['app', 'bin', 'server', 'workers'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !/\.(test|gen)\./.test(file)),
)

test.each(FACTS)('$fact', ({ spelled, files: allowed }) => {
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter((file) => spelled.test(readFileSync(file, 'utf8'))).sort()).toEqual(Object.keys(allowed).sort())
})

test.each([
  ["event.decision === 'off'", true],
  ["(o?.decision) !== 'off'", true],
  ["e.decision is distinct from 'off'", true],
  ["decision`)} is not distinct from 'off'", true],
  ["decision = 'off'", true],
  ["decision: 'go' | 'off' | null", false],
  ["state === 'off'", false],
])('%s: %s', (text, found) => expect(FACTS[1]!.spelled.test(text)).toBe(found))
