import { expect, test } from 'vitest'
import { cutText } from './cut-text.pure.ts'

test.each([
  ['plain', 3, 'pla'],
  ['short', 9, 'short'],
  ['ab🛟', 3, 'ab'],
  ['ab🛟', 4, 'ab🛟'],
  ['👩‍🚒', 3, '👩‍'],
  ['half \ud83d', 9, 'half '],
  ['half \ud83d and more', 20, 'half \ufffd and more'],
  ['other half \ude0f', 20, 'other half \ufffd'],
  ['zero\0byte', 20, 'zero\ufffdbyte'],
  ['', 0, ''],
])('%j in %d characters is %j', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected)
  expect(cutText(text, most).isWellFormed()).toBe(true)
})
