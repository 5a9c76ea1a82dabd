import { expect, test } from 'vitest'
import { cleanFileName, MAX_FILES_BYTES, roomProblem, sizeText } from './rules.ts'

test.each([
  ['Race 4.pdf', 'Race 4.pdf'],
  ['C:\\Users\\ann\\Notes.PDF', 'Notes.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['a\r\nBcc: eve@example.org.pdf', 'aBcc- eve@example.org.pdf'],
  ['a"; filename="b.exe', 'a-- filename=-b.exe.pdf'],
  ['fdp.\u202Eexe.pdf', 'fdp.exe.pdf'],
  ['.pdf', 'file.pdf'],
  ['', 'file.pdf'],
  ['\uD800.pdf', '\uFFFD.pdf'],
  // Cut within a surrogate pair.
  [`${'😀'.repeat(150)}a.pdf`, `${'😀'.repeat(80)}.pdf`],
  [`${'é'.repeat(5000)}.pdf`, `${'é'.repeat(80)}.pdf`],
])('%j is called %j', (given, name) => {
  expect(cleanFileName(given, 'application/pdf')).toBe(name)
})

test('the extension is one of the kind', () => {
  expect(cleanFileName('me.jpeg', 'image/jpeg')).toBe('me.jpeg')
  expect(cleanFileName('me.png', 'image/jpeg')).toBe('me.png.jpg')
})

test('three files and five megabytes fit, no more', () => {
  const file = { size: 1024 }
  expect(roomProblem([file, file], MAX_FILES_BYTES - 2048)).toBeNull()
  expect(roomProblem([file, file], MAX_FILES_BYTES - 2047)).toBe('Together more than 5 MB.')
  expect(roomProblem([file, file, file], 1)).toBe('A message has at most 3 files.')
})

test('sizes are short', () => {
  expect([1, 20_480, 3_600_000].map(sizeText)).toEqual(['1 kB', '20 kB', '3.4 MB'])
})
