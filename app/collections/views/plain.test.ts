import { expect, test } from 'vitest'
import { createCollections } from '#server/collections/engine.ts'
import { plainView } from './plain.ts'

const engine = createCollections()

test.each(engine.declarations.map(({ contract }) => contract.name))('%s has a list and a form', (name) => {
  const contract = engine.plain(name)
  const view = plainView(contract)
  expect(view.columns[0]?.key).toBe(contract.label ?? 'id')
  expect(new Set(view.columns.map(({ key }) => key)).size).toBe(view.columns.length)
  for (const { key, sort } of view.columns) if (sort) expect(contract.fields, key).toHaveProperty([key])
  for (const key of view.form) expect(contract.fields[key]?.readOnly, key).toBe(false)
  expect(view.path).toBe(`/records/${name}`)
})
