import { expect, test } from 'vitest'
import { plainView } from '#app/features/lookups/plain-list.ts'
import { createProductCollections } from '#server/registry.ts'
import type { ListView } from './list-view.ts'

const engine = createProductCollections()
const declaredViews = Object.values(
  import.meta.glob<Record<string, unknown>>('../features/*/*-list.{ts,tsx}', {
    eager: true,
  }),
)
  .flatMap((module) => Object.values(module))
  .filter((value): value is ListView => typeof value === 'object' && value !== null && 'collection' in value)
const views = [
  ...declaredViews.map((view) => [view.path, view] as const),
  ...engine.declarations.map(({ contract }) => {
    const view = plainView(engine.plain(contract.name))
    return [view.path, view] as const
  }),
]

test('every area has a view', () => {
  expect(declaredViews.map(({ collection }) => collection)).toEqual(
    expect.arrayContaining(['people', 'events', 'kiosks']),
  )
  expect(declaredViews.filter(({ collection }) => collection === 'shifts')).toHaveLength(3)
})

const SHARED = new Set(['relation', 'relations', 'boolean', 'instant', 'date', 'words'])

test.each(views)('%s: shared fields can be changed in bulk, read-only ones cannot', (_, view) => {
  const { fields } = engine.plain(view.collection)
  for (const key of view.bulk ?? []) expect(fields[key], key).toMatchObject({ readOnly: false })
  expect(view.bulk, 'none rather than nothing to choose from').not.toEqual([])
  const shared = view.form.filter((key) => SHARED.has(fields[key]?.kind ?? '') && !view.createOnly?.includes(key))
  expect(view.bulk ?? []).toEqual(expect.arrayContaining(shared))
})

test('read-only collections cannot be added to, imported or deleted from', () => {
  expect(plainView(engine.plain('deliveries'))).toMatchObject({
    form: [],
    addPath: null,
    importPath: null,
    undeletable: true,
  })
})

test.each(['kiosks', 'apikeys'])('%s are added where their secret is shown, not in the list of all records', (name) => {
  expect(plainView(engine.plain(name))).toMatchObject({ addPath: null, importPath: null })
  expect(plainView(engine.plain('locations'))).not.toHaveProperty('addPath')
})
