import { expect, test } from 'vitest'
import { wordsOfContact } from './contact-words.ts'

test.for([
  ['Ann Archer', 'Ann Archer'],
  ['Ann Archer, 07700 900123', 'Ann Archer'],
  ['Ann Archer (race office)', 'Ann Archer'],
  ['Ann <ann@example.org>', 'ann@example.org'],
  ['Ring +44 7700 900123', 'Ring'],
  ['07700 900123', null],
  ['Al', null],
  ['', null],
] as const)('the contact “%s” is looked up by %s', ([contact, words]) => {
  expect(wordsOfContact(contact)).toBe(words)
})
