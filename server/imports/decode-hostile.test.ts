import { expect, test } from 'vitest'
import { decode } from './decode.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['blanks before the head', `${' '.repeat(80_000)}\nname,email\nAnn,ann@example.org\n`],
  ['blank lines before the head', `${'\r\n'.repeat(10_000)}name,email\nAnn,ann@example.org\n`],
  ['a head of signs of an address', `${'@.'.repeat(40_000)},email\nAnn,ann@example.org\n`],
  ['a head of letters', `${'a@'.repeat(40_000)}\n1\n`],
  ['a head of figures', `${'1'.repeat(80_000)}\n1\n`],
  ['quotation marks', `${'"a" '.repeat(20_000)}\n1\n`],
])('%s: read or refused at once', (_, text) => {
  const begun = performance.now()
  decode(bytes(text))
  // The slowest used to take several seconds.
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test('uses the delimiter of the first non-blank line', () => {
  expect(decode(bytes(' \n\t\n a;b;c\n1;2;3\n')).delimiter).toBe(';')
  expect(decode(bytes('a,b\n1;2;3;4\n')).delimiter).toBe(',')
})

test('does not take a row with an address, a day or a time for the header', () => {
  for (const cell of ['ann@example.org', '2027-03-01', '1/3/2027', '09:30'])
    expect(decode(bytes(`Ann,${cell}\nBen,x\n`)).problems, cell).toMatchObject([{ code: 'no_header' }])
})
