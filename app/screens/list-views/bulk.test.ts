import { expect, test } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import type { ListView } from '../../collections/list-view.ts'
import { plainView } from './plain.ts'

const engine = createProductCollections()
const own = Object.values(
  import.meta.glob<Record<string, unknown>>(['./*.{ts,tsx}', '!./*.test.ts', '!./plain.ts', '!./cells.tsx'], {
    eager: true,
  }),
)
  .flatMap((module) => Object.values(module))
  .filter((value): value is ListView => typeof value === 'object' && value !== null && 'collection' in value)
const views = [
  ...own.map((view) => [view.path, view] as const),
  ...engine.declarations.map(({ contract }) => {
    const view = plainView(engine.plain(contract.name))
    return [view.path, view] as const
  }),
]

test('every area has its view', () => {
  expect(own.map(({ collection }) => collection)).toEqual(expect.arrayContaining(['people', 'events', 'kiosks']))
  expect(own.filter(({ collection }) => collection === 'shifts')).toHaveLength(2)
})

/** Kinds of which many records may well have the same value; words of their own, such as a name, they have each. */
const SHARED = new Set(['relation', 'relations', 'boolean', 'instant', 'date', 'words'])

test.each(views)('%s: what many may share is changed on many, and nothing that is not written', (_, view) => {
  const { fields } = engine.plain(view.collection)
  for (const key of view.bulk ?? []) expect(fields[key], key).toMatchObject({ readOnly: false })
  expect(view.bulk, 'none rather than nothing to choose from').not.toEqual([])
  const shared = view.form.filter((key) => SHARED.has(fields[key]?.kind ?? '') && !view.onlyNew?.includes(key))
  expect(view.bulk ?? []).toEqual(expect.arrayContaining(shared))
})

test('what nobody writes is neither added nor imported nor deleted', () => {
  expect(plainView(engine.plain('deliveries'))).toMatchObject({
    form: [],
    addPath: null,
    importPath: null,
    keeps: true,
  })
})

test.each(['kiosks', 'apikeys'])(
  '%s are added where their secret is shown, never in the list of all records',
  (name) => {
    expect(plainView(engine.plain(name))).toMatchObject({ addPath: null, importPath: null })
    expect(plainView(engine.plain('locations'))).not.toHaveProperty('addPath')
  },
)
