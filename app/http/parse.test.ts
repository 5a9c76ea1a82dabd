import { expect, test } from 'vitest'
import * as z from 'zod'
import { parse } from './parse.ts'

const schema = z.object({ name: z.string(), settings: z.object({ note: z.string() }).optional() })

test.each([
  ['NUL', { name: 'a\0b' }, 'name'],
  ['a lone surrogate, deep inside', { name: 'x', settings: { note: '\ud800' } }, 'settings'],
])('%s is refused under its field', (_what, input, field) => {
  expect(() => parse(schema, input)).toThrow(
    expect.objectContaining({ extras: { issues: { [field]: ['Contains characters that cannot be stored.'] } } }),
  )
})

test('what can be stored is given back, emoji and line breaks too; what the schema drops is not looked at', () => {
  expect(parse(schema, { name: 'Åsa 😀\r\n', other: '\0' })).toEqual({ name: 'Åsa 😀\r\n' })
  expect(() => parse(z.array(z.string()), ['\0'])).toThrow('Contains')
})
