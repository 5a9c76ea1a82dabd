import { expect, test } from 'vitest'
import {
  clashing,
  type DraftState,
  draftStep,
  isUnsaved,
  NEW_DRAFT,
  openDraft,
  type StoredDraft,
  unsaved,
} from './draft-state.ts'

const STORED: StoredDraft = { ...NEW_DRAFT, id: 7, version: '2027-06-01T10:00:00.123456+00:00', subject: 'Race 4' }
const change = (state: DraftState, patch: Partial<StoredDraft>) => draftStep(state, { do: 'change', patch })

test('text written during a save stays unsaved', () => {
  const typed = change(openDraft(STORED), { subject: 'Race 5' })
  const sent = unsaved(typed)
  const more = change(typed, { subject: 'Race 5 is off', body: 'Sorry' })
  const saved = draftStep(more, { do: 'saved', id: 7, version: '2027-06-01T10:00:05+00:00', sent })
  expect(saved.base?.subject).toBe('Race 5')
  expect(unsaved(saved)).toEqual({ subject: 'Race 5 is off', body: 'Sorry' })
})

test('a draft is unsaved only where it differs from the stored one', () => {
  const typed = change(openDraft(STORED), { subject: 'Race 5' })
  expect(isUnsaved(typed)).toBe(true)
  expect(isUnsaved(change(typed, { subject: 'Race 4' }))).toBe(false)
  expect(isUnsaved(openDraft(null))).toBe(false)
})

test('the initial content of a new draft is stored with the first change, not before', () => {
  const begun = openDraft(null, { audience: { event: 3 } })
  expect(isUnsaved(begun)).toBe(false)
  expect(unsaved(change(begun, { body: 'Hello' }))).toEqual({ body: 'Hello', audience: { event: 3 } })
})

const conflict = { id: 7, removed: false, version: 'later', fields: { subject: 'Theirs' }, by: 'Ann' }

test('"keep mine" sends the same change on their version; "take theirs" drops it', () => {
  const clashed = draftStep(change(openDraft(STORED), { subject: 'Mine' }), { do: 'conflict', conflict })
  expect(clashing(clashed)).toEqual(['subject'])
  const kept = draftStep(clashed, { do: 'keep-mine' })
  expect([kept.base?.version, unsaved(kept)]).toEqual(['later', { subject: 'Mine' }])
  const taken = draftStep(clashed, { do: 'take-theirs' })
  expect([taken.fields.subject, isUnsaved(taken)]).toEqual(['Race 4', false])
})

test('"keep mine" recreates a draft that someone removed', () => {
  const gone = { ...conflict, removed: true, version: null, fields: {} }
  const kept = draftStep(draftStep(change(openDraft(STORED), { body: 'Mine' }), { do: 'conflict', conflict: gone }), {
    do: 'keep-mine',
  })
  expect(kept.base).toBeNull()
  expect(unsaved(kept)).toEqual({ subject: 'Race 4', body: 'Mine' })
})

test('reading a draft again never replaces unsaved changes, nor a newer version', () => {
  const typed = change(openDraft(STORED), { body: 'Mine' })
  expect(draftStep(typed, { do: 'read', stored: { ...STORED, version: '2027-06-01T11:00:00+00:00' } })).toBe(typed)
  const open = openDraft(STORED)
  expect(draftStep(open, { do: 'read', stored: { ...STORED, version: '2027-06-01T09:00:00+00:00' } })).toBe(open)
  const newer = { ...STORED, subject: 'Theirs', version: '2027-06-01T11:00:00+00:00' }
  expect(draftStep(open, { do: 'read', stored: newer }).fields.subject).toBe('Theirs')
})
