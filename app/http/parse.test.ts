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

test('storable texts are unchanged, emoji and line breaks too; dropped keys are not checked', () => {
  expect(parse(schema, { name: 'Åsa 😀\r\n', other: '\0' })).toEqual({ name: 'Åsa 😀\r\n' })
  expect(() => parse(z.array(z.string()), ['\0'])).toThrow('Contains')
})

test('schema errors have readable messages, under each item of a list', () => {
  const item = z.object({ event: z.number().int().positive(), kind: z.enum(['a', 'b']).optional() })
  const issuesOf = (schema: z.ZodType, input: unknown) => {
    try {
      return parse(schema, input)
    } catch (error) {
      return (error as { extras: unknown }).extras
    }
  }
  expect(issuesOf(item, {})).toEqual({ issues: { event: ['Required.'] } })
  expect(issuesOf(item, { event: 'x', kind: 'c' })).toEqual({
    issues: { event: ['Must be a number.'], kind: ['Must be one of a, b.'] },
  })
  expect(issuesOf(z.strictObject({}), { zzz: 1 })).toEqual({ issues: { non_field_errors: ['Unknown: zzz.'] } })
  expect(issuesOf(z.array(item), [{}])).toEqual({ issues: { event: ['Required.'] } })
  expect(issuesOf(z.array(item), [{ event: 1 }, {}, 5, { event: 0 }])).toEqual({
    issues: { event: ['Required.', 'Must be at least 1.'], non_field_errors: ['Must be an object.'] },
    items: [
      null,
      { event: ['Required.'] },
      { non_field_errors: ['Must be an object.'] },
      { event: ['Must be at least 1.'] },
    ],
  })
})
