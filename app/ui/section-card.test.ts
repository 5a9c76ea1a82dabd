import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(`app/${file}`, 'utf8'))

const CARDS = {
  requests: ['Pending Shift Requests'],
  unpublished: ['Not published yet', 'Unpublished Shifts'],
  upcoming: ['Upcoming Shifts', 'Yours in this period'],
}

test('specification 2.5: amber is for requests, red for unpublished, green for upcoming shifts, and for no other card', () => {
  const found: Record<string, string[]> = {}
  for (const card of sources.flatMap((text) => text.match(/<SectionCard\b[\s\S]*?\n? *>/g) ?? [])) {
    const accent = /\baccent="(\w+)"/.exec(card)?.[1]
    if (accent && accent !== 'brand')
      found[accent] = [...(found[accent] ?? []), /title="([^"]*)"/.exec(card)?.[1] ?? '']
  }
  for (const titles of Object.values(found)) titles.sort()
  expect(Object.fromEntries(Object.entries(found).map(([key, titles]) => [key, [...new Set(titles)]]))).toEqual(CARDS)
})
