import { expect, test } from 'vitest'
import { sameSecret, typedCode } from './typed-code.ts'

test.each([
  ['123 456', '123456'],
  ['\u2003123\u00a0456\ufeff', '123456'],
  ['１２３４５６', '123456'],
  ['𝟏𝟐𝟑𝟒𝟓𝟔', '123456'],
  ['ＡＢＣＤ', 'ABCD'],
  ['١٢٣٤٥٦', '١٢٣٤٥٦'],
])('%s is read as %s', (typed, read) => expect(typedCode(typed)).toBe(read))

test('secrets of any length are compared without throwing', () => {
  expect(sameSecret('123456', '123456')).toBe(true)
  for (const other of ['', '12345', '１２３４５６', '\ud800', '12345é', '123456\0', '𝟏𝟐𝟑'])
    expect(sameSecret('123456', other), JSON.stringify(other)).toBe(false)
})
