import { expect, test } from 'vitest'
import { openApiDocument } from '#server/engine/collections/openapi.ts'
import { createProductCollections } from '#server/registry.ts'
import { readReference } from './read.ts'

const document = openApiDocument(createProductCollections(), { title: 'Watchbill', version: '1' }, [
  {
    method: 'PUT',
    path: '/shifts/{id}/publish',
    requires: 'admin',
    scopes: ['shifts:write'],
    summary: 'Publish a shift',
    answer: { list: 'shifts' },
  },
  { method: 'POST', path: '/auth/logout', requires: 'anyone', scopes: [], summary: 'End the session', answer: null },
])
const read = (area: string | null, search = '') =>
  readReference(document, { area, search, origin: 'https://club.example' })

test('a collection and its verbs form one area, other calls another', () => {
  const areas = read(null)?.areas ?? []
  expect(areas).toContainEqual({ key: 'shifts', title: 'Shifts', calls: 10, collection: true })
  expect(areas).toContainEqual({ key: 'auth', title: 'Signing in', calls: 1, collection: false })
  expect(read('zebras')).toBeNull()
})

test('an operation lists callers, input and responses, with an example', () => {
  const operations = read('shifts')?.area?.operations ?? []
  const publish = operations.find(({ key }) => key === 'put-shifts-id-publish')
  expect(publish).toMatchObject({
    who: 'Admins, and API keys with shifts:write.',
    parameters: [{ name: 'id', type: 'whole number', required: true }],
    answers: [{ status: '200', type: 'shifts.list' }],
  })
  expect(publish?.example).toContain("'https://club.example/api/shifts/17/publish'")
  expect(JSON.parse(publish?.answers[0]?.example ?? '')).toMatchObject({
    count: 1,
    results: { shifts: { 17: { id: 17 } } },
  })
  const create = operations.find(({ key }) => key === 'post-shifts')
  expect(create?.body?.fields.map(({ name }) => name)).toContain('event')
  expect(operations.find(({ path }) => path.endsWith('export.csv'))?.same_as?.summary).toBe('List shifts')
})

test('a search finds calls by all of its words, in any place', () => {
  expect(read(null, 'publish SHIFT')?.found?.map(({ path }) => path)).toEqual(['/shifts/{id}/publish'])
  expect(read(null, 'zebra')?.found).toEqual([])
})
