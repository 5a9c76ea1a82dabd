import { expect, test } from 'vitest'
import { takenFrom } from './rules.ts'

const blank = { phone: null, notes: '', tags: [] }

test.each([
  ['nothing from an empty registration', blank, { phone: '+447700900001', notes: 'Swims', tags: ['crew'] }, {}],
  ['a phone where there is none', { ...blank, phone: '+447700900002' }, blank, { phone: '+447700900002' }],
  ['no phone in place of another', { ...blank, phone: '+447700900002' }, { ...blank, phone: '+447700900001' }, {}],
  ['notes after one’s own', { ...blank, notes: 'Called' }, { ...blank, notes: 'Swims' }, { notes: 'Swims\n\nCalled' }],
  ['notes where there are none', { ...blank, notes: 'Called' }, blank, { notes: 'Called' }],
  ['missing tags', { ...blank, tags: ['crew', 'new'] }, { ...blank, tags: ['crew'] }, { tags: ['crew', 'new'] }],
  ['no tag twice', { ...blank, tags: ['crew'] }, { ...blank, tags: ['crew'] }, {}],
])('takes %s', (_, registration, person, taken) => {
  expect(takenFrom(registration, person)).toEqual(taken)
})
