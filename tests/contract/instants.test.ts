import { expect } from 'vitest'
import { openApiDocument } from '#server/engine/collections/openapi.ts'
import { createProductCollections } from '#server/registry.ts'
import { undescribed } from '#tests/support/answer-check.ts'
import { worldTest as test } from '#tests/support/fixture.ts'

type Json = Record<string, unknown>

const OF_TIME =
  /(?:_at|_until|_expires)$|^(?:at|since|now|made|expires|start|end|(?:actual|modified|agreed|planned|first)_(?:start|end))$/

/** Answers whose `start` and `end` are on the site's wall clock. */
const WALL_CLOCK = ['/events/templates/{id}', '/events/{id}/places', '/events/{id}/repeat']

const textsOf = (schema: Json): Json[] =>
  [schema, ...((schema.anyOf as Json[] | undefined) ?? [])].filter(({ type }) => [type].flat().includes('string'))

function withoutFormat(node: unknown, at: readonly string[] = []): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { properties } = node as { properties?: Record<string, Json> }
  const isAnswer = at.includes('responses') || at.includes('schemas')
  const own = isAnswer && properties ? Object.entries(properties) : []
  return [
    ...own
      .filter(([name, schema]) => OF_TIME.test(name) && textsOf(schema).some((text) => !text.format && !text.enum))
      .map(([name]) => `${at[1]} ${name}`),
    ...Object.entries(node).flatMap(([step, part]) => withoutFormat(part, [...at, step])),
  ]
}

test('every instant of an answer has the format of one', ({ api }) => {
  const document = openApiDocument(createProductCollections(), { title: 'Watchbill', version: '1' }, api.calls)
  const found = new Set(withoutFormat(document))
  expect([...found].filter((field) => !WALL_CLOCK.some((path) => field.startsWith(`${path} `)))).toEqual([])
  expect(WALL_CLOCK.filter((path) => !found.has(`${path} start`))).toEqual([])
})

test('the check of answers finds an instant that is described as plain text', () => {
  const found = (schema: Json, value: unknown) =>
    undescribed({}, { type: 'object', properties: { held: schema } }, { held: value })
  const instant = '2027-06-19T06:00:00.000Z'
  expect(found({ type: 'string' }, instant)).toEqual([`/held: an instant that is not described as one: ${instant}`])
  expect(found({ anyOf: [{ type: 'string' }, { type: 'null' }] }, instant)).toHaveLength(1)
  expect(found({ type: ['string', 'null'] }, null)).toEqual([])
  expect(found({ type: 'string', format: 'date-time' }, instant)).toEqual([])
  expect(found({ type: 'string' }, 'On 2027-06-19')).toEqual([])
  expect(found({}, instant)).toEqual([])
})
