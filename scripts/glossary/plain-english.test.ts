import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesWithTexts, findTexts } from '../texts/find-texts.ts'
import { findUnclear, passagesOf } from './plain-english.ts'
import { SPECIFIED } from './specified-texts.ts'

/** The folders and pages that the lint covers: widen it here. */
const CLEAN = ['tests', 'scripts/glossary/plain-english.ts']

/** Parts of them that it does not cover yet. */
const NOT_YET = ['tests/support/messages/belief/']

const filesOf = (entry: string) =>
  (statSync(entry).isFile()
    ? [entry]
    : readdirSync(entry, { recursive: true, encoding: 'utf8' }).map((file) => `${entry}/${file}`)
  ).filter((file) => /\.(tsx?|mjs|cjs|js|md)$/.test(file) && !NOT_YET.some((folder) => file.startsWith(folder)))

test.each(CLEAN)('comments, test titles and pages of %s are plain English', (entry) => {
  const unclear = filesOf(entry).flatMap((file) =>
    passagesOf(file, readFileSync(file, 'utf8')).flatMap((passage) =>
      findUnclear(passage).map((finding) => `${file}:${passage.line}: ${finding}`),
    ),
  )
  expect(unclear).toEqual([])
})

const texts = findTexts(filesWithTexts())

test('texts that people read are plain English', () => {
  const unclear = texts.flatMap(({ file, line, text }) =>
    findUnclear({ kind: 'text', line, text }).map((finding) => `${file}:${line}: ${finding}`),
  )
  expect(unclear).toEqual([])
})

test('texts have curved apostrophes, except in SMS, where each would cost a second part', () => {
  const straight = texts.filter(
    ({ file, text }) => !/sms\.ts$/.test(file) && /\p{L}'\p{L}|^[^']*s'\s[^']*$/u.test(text),
  )
  expect(straight).toEqual([])
})

test('every specified text is shown', () => {
  const shown = texts.map(({ text }) => text)
  expect(SPECIFIED.filter((specified) => !shown.some((text) => text.includes(specified)))).toEqual([])
})

test.each([
  ['docstring', 'Who was asked is told.'],
  ['docstring', 'Sends the rest. Whoever has answered gets none.'],
  ['comment', 'What outsiders write is bounded.'],
  ['title', 'who is not active is skipped'],
  ['prose', 'What was taken can be given back.'],
  ['docstring', 'Says how many people are notified.'],
  ['docstring', 'Words a message.'],
  ['title', 'tells the person once'],
  ['comment', 'The search starts anew.'],
  ['comment', 'A paused search goes on.'],
  ['comment', 'The notice closes by itself.'],
  ['title', 'a swap gives one’s own times'],
  ['comment', 'Both sides run in turns.'],
  ['prose', 'Several shifts are published at once.'],
  ['comment', 'The row stands in the list.'],
  ['docstring', 'The most people that one call invites.'],
  ['docstring', 'The most rows a page shows.'],
  ['title', 'a message leaves when it is due'],
  ['comment', 'Cancels notices that have not left.'],
  ['heading', 'Nobody answers'],
  ['text', 'Tell everybody'],
  ['text', 'Who has answered is left out.'],
  ['text', 'Choose whom to ask'],
  ['text', 'The race takes place after all'],
  ['text', 'The first yes gets it'],
  ['text', '2 people are still silent.'],
  ['text', 'Call off… concerns 4 people'],
  ['text', 'You need not sign in.'],
  ['text', 'Saying no counts against no one.'],
  ['text', 'You are off this shift and have nothing more to do.'],
  ['text', 'Your papers run out soon'],
  ['text', 'Reply to this mail.'],
  ['text', 'Seeks cover, still yours'],
  ['text', 'Cover is sought.'],
  ['text', 'More helpers are looked for.'],
  ['text', 'It was withdrawn in the meantime.'],
  ['text', 'Leave it empty if it never expires.'],
  ['text', 'Stopped before it left.'],
  ['text', 'You get a message of its own.'],
  ['text', 'Both sites are well'],
  ['text', 'Ends by itself on Saturday'],
  ['text', 'Leaves {…}, {…}'],
  ['text', 'You can take it back for 10 seconds'],
  ['text', 'The message has been taken back.'],
  ['text', '{…} doesn’t fit.'],
  ['text', 'request waits for an answer'],
  ['text', 'The club sends no texts.'],
  ['text', 'It takes no sign-ups.'],
  ['text', '3 people lack Powerboat handling'],
  ['text', 'Your shift is taken'],
  ['text', 'Message those without an answer'],
  ['text', 'Besides the fact that it is called off'],
] as const)('the lint finds in a %s: %s', (kind, text) => {
  expect(findUnclear({ kind, line: 1, text })).toHaveLength(1)
})

test.each([
  ['prose', 'Who is asked first? What was said?'],
  ['heading', 'What is stored'],
  ['docstring', 'What a member may read and write.'],
  ['comment', 'The answer tells who was asked.'],
  ['title', 'words with accents are found'],
  ['title', 'the calendar says so'],
  ['comment', 'A new shift goes on the roster.'],
  ['comment', 'The row is locked by its id, in turn.'],
  ['comment', 'A stand-in stands in for the provider; S stands for site.'],
  ['docstring', 'The most recent change that an admin made.'],
  ['comment', 'A refused message leaves a row; the texts left are counted.'],
  ['comment', 'A person leaves the list.'],
  ['text', 'Nobody is currently signed in'],
  ['text', 'Who is on'],
  ['text', 'Nothing to do.'],
  ['text', 'No reply: {silent}.'],
  ['text', 'Their mail server refuses our emails.'],
  ['text', 'Leave out answers'],
  ['text', 'Leaves at {…}'],
  ['text', 'Members can wait for a shift.'],
] as const)('the lint accepts in a %s: %s', (kind, text) => {
  expect(findUnclear({ kind, line: 1, text })).toEqual([])
})

test('comments and titles are read from code, and no texts of the product', () => {
  const source = [
    '/** Reads a row. @returns what `at once` finds. */',
    'const text = "// nobody" + `/* nobody ${x /* inner */} */` + /[/*]nobody/.source',
    '// One sentence over',
    '// two lines.',
    'call() // behind code',
    'describe(`a ${kind} of it`, () => { test.each(rows)(\'is "%s" there\', { timeout: 1 }, async () => {}) })',
    "const view = <p title='// nobody'>// nobody {/* in markup */}</p>",
  ].join('\n')
  expect(passagesOf('a.tsx', source).map(({ kind, line, text }) => [kind, line, text])).toEqual([
    ['title', 6, 'a Code of it'],
    ['title', 6, 'is "%s" there'],
    ['docstring', 1, 'Reads a row.'],
    ['comment', 1, 'what Code finds.'],
    ['comment', 2, 'inner'],
    ['comment', 3, 'One sentence over two lines.'],
    ['comment', 5, 'behind code'],
    ['comment', 7, 'in markup'],
  ])
})

test('prose is read from pages, without code and addresses', () => {
  const page = '# A page\n\nSee [the\nlist](at-once.md), `nobody`.\n- One\n  item\n\n```\nnobody\n```\n| a | b |\n'
  expect(passagesOf('a.md', page).filter(({ text }) => text)).toEqual([
    { kind: 'heading', line: 1, text: 'A page' },
    { kind: 'prose', line: 3, text: 'See the list, Code.' },
    { kind: 'prose', line: 5, text: 'One item' },
    { kind: 'prose', line: 11, text: 'a' },
    { kind: 'prose', line: 11, text: 'b' },
  ])
})
