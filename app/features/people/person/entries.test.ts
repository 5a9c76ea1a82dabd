import { expect, it } from 'vitest'
import { entryWrites } from './entries.ts'

const stored = [
  { id: 1, entry_type: 10, value: 'GBR 1' },
  { id: 2, entry_type: 20, value: 'Halal' },
  { id: 3, entry_type: 30, value: 'M' },
]

it('deletes an emptied entry, updates one with an id, creates one without', () => {
  expect(entryWrites(7, stored, { 10: '', 20: 'None', 40: 'Yusuf' })).toEqual({
    removed: [1],
    updated: [{ id: 2, value: 'None' }],
    created: [{ entry_type: 40, person: 7, value: 'Yusuf' }],
  })
})

it('sends nothing for an unchanged or empty entry', () => {
  expect(entryWrites(7, stored, { 30: 'M', 40: '' })).toEqual({ removed: [], updated: [], created: [] })
})
