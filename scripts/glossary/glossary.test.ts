import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesWithTexts, findTexts } from '../texts/find-texts.ts'
import { exportedNames, type Finding, findInNames, findInTexts, readGlossary, wordParts } from './banned-words.ts'

/** Permitted uses: the banned word, its file or text, and why. */
const ALLOWED: readonly { banned: string; in: RegExp; reason: string }[] = [
  {
    banned: 'login',
    in: /\/routes\/(?:api\.auth\.|console\.)?login(?:_\.|\.tsx?$)/,
    reason: 'the file of a route has its address, which programs and bookmarks hold',
  },
  {
    banned: 'place',
    in: /\/routes\/api\.events\.\$id\.places\.ts$/,
    reason: 'the file of a route has its address, which programs hold',
  },
  { banned: 'duty', in: /^server\/imports\/columns\.ts/, reason: 'the columns of other programs’ files' },
]

const isAllowed = ({ banned, place, found }: Finding) =>
  ALLOWED.some((entry) => entry.banned === banned && (entry.in.test(place) || entry.in.test(found)))

const glossary = readGlossary(readFileSync('docs/glossary.md', 'utf8'))
const files = filesWithTexts()
const inNames = findInNames(files, glossary)
const inTexts = findInTexts(findTexts(files), glossary)
const describe = ({ banned, use, place, found }: Finding) => `${place}: "${found}" says ${banned}; the word is ${use}`

test('no name uses a banned synonym', () => {
  expect(inNames.filter((finding) => !isAllowed(finding)).map(describe)).toEqual([])
})

test('no text that people read uses a banned synonym', () => {
  expect(inTexts.filter((finding) => !isAllowed(finding)).map(describe)).toEqual([])
})

test('every exception is needed', () => {
  const found = [...inNames, ...inTexts]
  const unused = ALLOWED.filter(
    (entry) => !found.some((finding) => finding.banned === entry.banned && isAllowed(finding)),
  )
  expect(unused).toEqual([])
})

test('the table lists every word once, with its meaning', () => {
  const words = glossary.map(({ word }) => word)
  expect(words.length).toBeGreaterThan(40)
  expect(new Set(words).size).toBe(words.length)
})

const TABLE = `| word | meaning | not in names | not on screen |
| --- | --- | --- | --- |
| open shift | unfilled | empty place, hole | hole |`

test('a banned word is found in a file name, in an exported name and in a text, in the plural too', () => {
  const entries = readGlossary(TABLE).filter(({ word }) => word === 'open shift')
  expect(entries).toEqual([{ word: 'open shift', notInNames: ['empty place', 'hole'], notOnScreen: ['hole'] }])
  const texts = [{ file: 'a.tsx', line: 3, text: 'Two holes are left.' }]
  expect(findInTexts(texts, entries).map(describe)).toEqual([
    'a.tsx:3: "Two holes are left." says hole; the word is open shift',
  ])
  expect(findInTexts([{ ...texts[0]!, text: 'The whole roster.' }], entries)).toEqual([])
  const inFile = findInNames(
    ['scripts/glossary/banned-words.ts'],
    [{ word: 'w', notInNames: ['banned word', 'word part', 'emptied place'], notOnScreen: [] }],
  )
  expect(inFile.map(({ found }) => found)).toEqual(['banned-words', 'wordParts'])
})

test('names are split into words', () => {
  expect(wordParts('HTTPHeaderOf')).toEqual(['http', 'header', 'of'])
  expect(wordParts('OPEN_SHIFT_COUNT')).toEqual(wordParts('openShift-count'))
  expect(
    exportedNames('a.ts', 'const a = 1\nexport const b = a, c = 2\nexport function d() {}\nexport type E = 1'),
  ).toEqual(['b', 'c', 'd', 'E'])
})
