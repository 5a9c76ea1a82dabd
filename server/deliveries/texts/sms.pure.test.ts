import { expect, test } from 'vitest'
import { ascii } from './plain.ts'
import { countSms, rewriteWords } from './sms.pure.ts'

test.each([
  ['', 'GSM-7', 0, 0],
  ['a'.repeat(160), 'GSM-7', 160, 1],
  ['a'.repeat(161), 'GSM-7', 161, 2],
  ['a'.repeat(306), 'GSM-7', 306, 2],
  ['a'.repeat(307), 'GSM-7', 307, 3],
  ['€'.repeat(80), 'GSM-7', 160, 1],
  ['é£ÆΩ@', 'GSM-7', 5, 1],
  [`${'a'.repeat(69)}–`, 'UCS-2', 70, 1],
  [`${'a'.repeat(70)}–`, 'UCS-2', 71, 2],
  [`–${'a'.repeat(133)}`, 'UCS-2', 134, 2],
  [`–${'a'.repeat(134)}`, 'UCS-2', 135, 3],
  ['😀'.repeat(35), 'UCS-2', 70, 1],
])('%j is %s with %i units in %i parts', (text, encoding, units, segments) => {
  expect(countSms(text)).toMatchObject({ encoding, units, segments })
})

test('a character of two units is not split between parts: the unit before it stays empty', () => {
  expect(countSms(`${'a'.repeat(152)}€${'a'.repeat(152)}`).segments).toBe(3)
  expect(countSms(`${'ł'.repeat(66)}😀${'ł'.repeat(66)}`).segments).toBe(3)
})

test('the characters that need the wide alphabet are named once each', () => {
  expect(countSms('09:15–16:00 – Siobhán á').wide).toEqual(['–', 'á'])
  expect(countSms('`').encoding).toBe('UCS-2')
})

test('plain letters leave fields, lines and spaces as they are', () => {
  expect(rewriteWords('Łódź – {{person.first_name|Jürgen}}\n“Hi”  {{nope}}', ascii)).toBe(
    'Lodz - {{person.first_name|Jurgen}}\n"Hi"  ((nope))',
  )
})

test('a long text takes linear time', () => {
  const begun = performance.now()
  for (const piece of ['a', '€', '😀', '{{', '\n', ' ']) countSms(piece.repeat(200_000))
  expect(performance.now() - begun).toBeLessThan(2_000)
})
