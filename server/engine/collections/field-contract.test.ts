import { describe, expect, test } from 'vitest'
import {
  choice,
  flag,
  instant,
  integer,
  orNull,
  relation,
  required,
  text,
  textLine,
  textList,
} from './field-contract.ts'

const message = (
  of: { input: { safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } } } },
  value: unknown,
) => of.input.safeParse(value).error?.issues[0]?.message

describe('instants carry a zone and name a day that exists', () => {
  test.each([
    '2027-03-01T09:00:00Z',
    '2027-03-01T09:00Z',
    '2028-02-29T23:59:59.123456+10:30',
    '1900-01-01T00:00:00-14:00',
  ])('%s', (value) => {
    expect(message(instant(), value)).toBeUndefined()
  })
  test.each([
    '2027-03-01T09:00:00',
    '2027-02-29T09:00:00Z',
    '2100-02-29T00:00Z',
    '2027-03-01',
    '2027-03-01 09:00:00Z',
    '2027-03-01T24:00:00Z',
    '2027-03-01T09:00:00+15:00',
    '0000-01-01T00:00:00Z',
    '',
  ])('not %s', (value) => expect(message(instant(), value)).toContain('with a zone'))
})

test.each([
  ['missing', required(textLine(5)), undefined, 'Required.'],
  ['null', required(textLine(5)), null, 'Must be text.'],
  ['blank', required(textLine(5)), '  ', 'Required.'],
  ['too long', textLine(5), 'abcdef', 'At most 5 characters.'],
  ['line break', textLine(50), 'a\nb', 'Contains characters that cannot be stored.'],
  ['NUL', text(50), 'a\0b', 'Contains characters that cannot be stored.'],
  ['half a character', text(50), '\ud83d', 'Contains characters that cannot be stored.'],
  ['fraction', integer(), 1.5, 'Must be a whole number.'],
  ['four bytes', integer(), 2 ** 31, 'Must be at most 2147483647.'],
  ['id 0', relation('events'), 0, 'Must be an id.'],
  ['id beyond 2^53', relation('events'), 2 ** 53, undefined],
  ['text for a flag', flag(), 'true', 'Must be true or false.'],
  ['no choice', choice(['a', 'b'], 'a'), 'c', 'Must be one of a, b.'],
  ['empty word', textList(5), [''], 'Required.'],
] as const)('%s has a readable message', (_what, of, value, expected) => {
  if (expected) expect(message(of, value)).toBe(expected)
  else expect(of.input.safeParse(value).success).toBe(false)
})

test('an empty text is null where null may be, and text is trimmed', () => {
  expect(orNull(textLine(5)).input.parse('')).toBeNull()
  expect(textLine(5).input.parse(' é ')).toBe('é')
  expect(text(50).input.parse('line\n two\t🙂')).toBe('line\n two\t🙂')
})
