import { sql } from 'kysely'
import { expect } from 'vitest'
import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import { test } from '#tests/support/fixture.ts'
import { sourceTrees } from '#tests/support/source-trees.ts'

const SOURCES = sourceTrees(['app', 'server', 'workers']).map(({ file, tree }) => ({ file, text: tree.text }))

const NAMES_OF_MIGRATIONS = 'server/platform/backup.ts'

/** The rest of an `order by`, up to the closing bracket, the end of the text, or the next clause. */
function columnsAfter(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth < 0) return text.slice(0, at)
    if (text[at] === '`' || (depth === 0 && /^\s(limit|offset|union)\s/.test(text.slice(at, at + 9))))
      return text.slice(0, at)
  }
  return text
}

/** SQL that orders by a name in another order than that of reading, which `name_lower` of people has. */
const otherOrders = (text: string) =>
  text
    .split('order by ')
    .slice(1)
    .map(columnsAfter)
    .filter((columns) => /(?<![\w'"])(?:\w+\.)?name\b(?!\)? collate core\.reading_order)/.test(columns))

test('the database and the code sort names alike', async ({ world, site }) => {
  const names = [
    'Anna',
    'anna',
    'Åsa',
    'Zoe',
    'van Dyk',
    'Van Dam',
    "O'Neill",
    'ONeill',
    'Boat 10',
    'Boat 2',
    'İpek',
    'Ipek',
    'Éva',
    'Eva B',
    'ß',
    'ss',
    'Ωmega',
    'Łukasz',
    'Lukas',
    'Ben-Ari',
    'Ben Ari',
    '',
  ]
  const { rows } = await world.withSite(site.id, (db) =>
    sql<{
      name: string
    }>`select name from unnest(${names}::text[]) name order by name collate core.reading_order, name`.execute(db),
  )
  const inOrder = rows.map(({ name }) => name)
  expect([...inOrder].sort(compareNames)).toEqual(inOrder)
})

test('every list of names has that order', () => {
  const found = SOURCES.filter(({ file }) => file !== NAMES_OF_MIGRATIONS).flatMap(({ file, text }) => [
    ...otherOrders(text).map((columns) => `${file}: order by ${columns}`),
    ...[...text.matchAll(/\w*(?:name|title|competency)\)?\.localeCompare\(/gi)].map(([call]) => `${file}: ${call}`),
  ])
  expect(found).toEqual([])
  expect(otherOrders('`select id from p order by lower(p.name), p.id`')).toEqual(['lower(p.name), p.id'])
  expect(otherOrders('`select id from p order by p.name collate core.reading_order, p.id limit 3`')).toEqual([])
})
