import { expect, test } from 'vitest'
import { JsonText } from './json-text.ts'

test('JSON text is embedded unchanged among other values', () => {
  const rows = new JsonText<{ id: number }[]>('[{"id": 1}]')
  expect(rows.value()).toEqual([{ id: 1 }])
  expect(rows.within({}, 'rows').text).toBe('{"rows":[{"id": 1}]}')
  expect(rows.within({ name: 'a "quoted" one', none: null, left: undefined }, 'rows').text).toBe(
    '{"rows":[{"id": 1}],"name":"a \\"quoted\\" one","none":null}',
  )
  expect(new JsonText<object>('{ }').with({ a: 1 }).value()).toEqual({ a: 1 })
  expect(new JsonText<object>('{"a":1} ').with({ b: 2 }).with({}).value()).toEqual({ a: 1, b: 2 })
})
