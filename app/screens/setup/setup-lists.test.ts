import { expect, test } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import { SETUP_LISTS, usesPath } from './setup-lists.ts'

const engine = createProductCollections()
const matters = (collection: string, record: Record<string, unknown>) =>
  SETUP_LISTS.find(({ view }) => view.collection === collection)?.matters({ id: 1, ...record }, (_to, id) =>
    id === 7 ? 'Radio' : '',
  )

test('every list has the fields of its form', () => {
  for (const { view } of SETUP_LISTS) {
    const { fields } = engine.plain(view.collection)
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(view.form))
  }
})

test('a row says what matters, in hours, years and names', () => {
  expect(matters('eventtypes', { default_duration: 450 })).toBe('Usually 7 h 30 min')
  expect(matters('eventtypes', { default_duration: null })).toBe('')
  expect(matters('roles', { required_competencies: [7, 8], details: 'x' })).toBe('Needs Radio')
  expect(matters('roles', { required_competencies: [], details: 'Steers.' })).toBe('Steers.')
  expect(matters('training', { competency: 7 })).toBe('Leads to Radio')
  expect(matters('competencies', { valid_months: 60 })).toBe('Lasts 5 years')
  expect(matters('competencies', { valid_months: null })).toBe('Does not expire')
  expect(matters('profilefields', { kind: 'text', required: true, user_visible: false })).toBe(
    'Text, must be filled in, only admins see it',
  )
})

test('a use leads to the records that it counts', () => {
  expect(usesPath({ by: 'events', field: 'location' }, 3)).toBe('/events/list?view=all&location=3')
  expect(usesPath({ by: 'shifts', field: 'role' }, 3)).toBe('/records/shifts?view=all&role=3')
})
