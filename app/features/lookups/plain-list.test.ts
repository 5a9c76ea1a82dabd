import { expect, test } from 'vitest'
import type { CellContext } from '#app/collections/list-view.ts'
import { peopleView } from '#app/features/people/people-list.tsx'
import { listPath } from '#app/shell/list-paths.ts'
import { EMAIL_STREAMS, emailSettings, emailStreams } from '#server/people/email-settings/contract.ts'
import { COLLECTIONS, createProductCollections } from '#server/registry.ts'
import { mooringsCollection } from '#tests/support/collections/every-collection.ts'
import { plainView } from './plain-list.ts'

/** Includes a collection that only its folder declares: its list, form and URL need no other line. */
const engine = createProductCollections([...COLLECTIONS, mooringsCollection])

test.each(engine.declarations.map(({ contract }) => contract.name))('%s has a list and a form', (name) => {
  const contract = engine.plain(name)
  const view = plainView(contract)
  expect(view.columns[0]?.key).toBe(contract.label ?? 'id')
  expect(new Set(view.columns.map(({ key }) => key)).size).toBe(view.columns.length)
  for (const { key, sort } of view.columns) if (sort) expect(contract.fields, key).toHaveProperty([key])
  for (const key of view.form) expect(contract.fields[key]?.readOnly, key).toBe(false)
  expect(view.path).toBe(`/records/${name}`)
})

test.each(engine.declarations.flatMap(({ contract }) => (contract.label ? [[contract.name, contract.label]] : [])))(
  'the link to a record of %s has a name without its %s',
  (name, label) => {
    const [first] = plainView(engine.plain(name)).columns
    expect(first?.cell({ id: 1, [label]: '' }, {} as CellContext)).toMatch(/^Untitled /)
  },
)

test('a new collection is in the list of all records, with every field of every kind', () => {
  expect(listPath('moorings')).toBe('/records/moorings')
  const { contract } = mooringsCollection
  const view = plainView(engine.plain('moorings'))
  const written = Object.keys(contract.fields).filter((key) => !['id', 'facts'].includes(key))
  expect(view.form).toEqual(written)
  expect(view.orderable).toBe(true)
  expect(view.tabs.map(({ label }) => label)).toEqual(['In use', 'Archived'])
})

test('the composer writes messages; their list has no form', () => {
  const { form, addPath, importPath, bulk, undeletable } = plainView(engine.plain('messages'))
  expect([form, addPath, importPath, bulk, undeletable]).toEqual([[], null, null, undefined, undefined])
})

test('templates of messages have separate screens', () => {
  expect(listPath('messagetemplates')).toBe('/messaging/templates')
})

test('people and admins see every switch of emails', () => {
  expect(EMAIL_STREAMS).toEqual(Object.keys(emailSettings.shape))
  expect(emailStreams([]).map(({ name }) => name)).toEqual(EMAIL_STREAMS)
  const { form, bulk, hidden } = peopleView
  for (const fields of [form, bulk]) expect(fields).toEqual(expect.arrayContaining(EMAIL_STREAMS))
  for (const name of EMAIL_STREAMS) expect(hidden).not.toContain(name)
})
