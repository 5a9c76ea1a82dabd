import { describe, expect, it } from 'vitest'
import type { EventFields, PlaceFields, StoredPlace } from '#server/shifts/roster-editor/contract.ts'
import { dutiesOf, isUnpublished, nextOpen, placesOf } from './duties.ts'
import {
  changeCount,
  draft,
  messagesOf,
  NO_DRAFT,
  NOTHING,
  overtaken,
  type Staging,
  type Step,
  saveOf,
  stage,
  summaryOf,
} from './staging.ts'

const fields: PlaceFields = {
  person: null,
  assignment: 1,
  role: 2,
  location: null,
  start: '2027-06-05T09:00',
  end: '2027-06-05T16:00',
  notes: '',
}
const row = (id: number, over: Partial<StoredPlace> = {}): StoredPlace => ({
  ...fields,
  id,
  version: `v${id}`,
  clash: null,
  published: true,
  ...over,
})
const event: EventFields = {
  name: 'Race 4',
  start: fields.start,
  end: fields.end,
  eventtype: null,
  series: null,
  location: null,
  details: '',
  contact: '',
  color: null,
}

const staged = (...steps: Step[]): Staging => steps.reduce(stage, NOTHING)

describe('staging', () => {
  it('adds several alike, each with a key of its own, also after one was taken away', () => {
    const staging = staged(
      { do: 'add', count: 2, fields },
      { do: 'remove-new', key: 'new-1' },
      { do: 'add', count: 1, fields: { ...fields, role: 3 } },
    )
    expect(staging.added.map(({ key, fields: { role } }) => [key, role])).toEqual([
      ['new-2', 2],
      ['new-3', 3],
    ])
  })

  it('holds only what differs from the stored row, and nothing once it is changed back', () => {
    const changed = staged({ do: 'change', row: row(7), patch: { person: 5, role: 2 } })
    expect(changed.changed[7]).toEqual({ version: 'v7', fields: { person: 5 } })
    expect(stage(changed, { do: 'change', row: row(7), patch: { person: null } })).toEqual(NOTHING)
  })

  it('keeps the version of the row on which a change began', () => {
    const staging = staged(
      { do: 'change', row: row(7), patch: { person: 5 } },
      { do: 'change', row: row(7, { version: 'later' }), patch: { role: 9 } },
    )
    expect(staging.changed[7]).toEqual({ version: 'v7', fields: { person: 5, role: 9 } })
    expect(stage(staging, { do: 'insist', row: row(7, { version: 'later' }) }).changed[7]?.version).toBe('later')
  })

  it('takes a removal back before the change under it', () => {
    const staging = staged({ do: 'change', row: row(7), patch: { person: 5 } }, { do: 'remove', row: row(7) })
    expect(placesOf([row(7)], staging)[0]?.state).toBe('removed')
    const once = stage(staging, { do: 'restore', id: 7 })
    expect(placesOf([row(7)], once)[0]).toMatchObject({ state: 'changed', fields: { person: 5 } })
    expect(stage(once, { do: 'restore', id: 7 })).toEqual(NOTHING)
  })

  it('stages the event like a row', () => {
    const staging = staged({ do: 'event', version: 'e1', stored: event, patch: { name: 'Race 5', details: '' } })
    expect(staging.event).toEqual({ version: 'e1', fields: { name: 'Race 5' } })
    expect(stage(staging, { do: 'event', version: 'e2', stored: event, patch: { name: 'Race 4' } }).event).toBeNull()
  })

  it('saves a removed place as removed only, and counts it once', () => {
    const staging = staged(
      { do: 'add', count: 2, fields },
      { do: 'change', row: row(7), patch: { person: 5 } },
      { do: 'change', row: row(8), patch: { person: 6 } },
      { do: 'remove', row: row(8) },
      { do: 'event', version: 'e1', stored: event, patch: { name: 'Race 5' } },
    )
    expect(saveOf(staging, true)).toEqual({
      publish: true,
      event: { version: 'e1', fields: { name: 'Race 5' } },
      added: [
        { key: 'new-1', fields },
        { key: 'new-2', fields },
      ],
      changed: [{ id: 7, version: 'v7', fields: { person: 5 } }],
      removed: [{ id: 8, version: 'v8' }],
    })
    expect(changeCount(staging)).toBe(5)
    expect(summaryOf(staging)).toBe('2 shifts added, 1 changed, 1 removed, event details changed')
  })

  it('forgets what was staged on places that are gone', () => {
    const staging = staged({ do: 'change', row: row(7), patch: { person: 5 } }, { do: 'remove', row: row(8) })
    expect(changeCount(stage(staging, { do: 'forget', ids: [7, 8] }))).toBe(0)
  })

  it('knows what it rests on that somebody else changed or removed meanwhile, and what that was before', () => {
    const before = staged(
      { do: 'change', row: row(7), patch: { person: 5 } },
      { do: 'change', row: row(8), patch: { person: 5 } },
      { do: 'remove', row: row(9) },
      { do: 'remove', row: row(10) },
    )
    const now = { event: { version: 'e1' }, places: [row(7, { version: 'later' }), row(9)] }
    expect(overtaken(before, now)).toEqual({ stale: new Set([7]), gone: [8] })
    expect(before.bases[7]?.version).toBe('v7')
    const kept = stage(before, { do: 'insist', row: row(7, { version: 'later' }) })
    expect(overtaken(kept, now).stale).toEqual(new Set())
    expect(saveOf(kept, false).changed).toContainEqual({ id: 7, version: 'later', fields: { person: 5 } })
  })

  it('undoes step by step, a discard too, and nothing of what is saved', () => {
    const one = draft(NO_DRAFT, { do: 'add', count: 1, fields })
    const two = draft(one, { do: 'remove', row: row(8) })
    const none = draft(two, { do: 'discard' })
    expect(changeCount(none.now)).toBe(0)
    expect(draft(none, { do: 'undo' }).now).toEqual(two.now)
    expect(draft(draft(none, { do: 'undo' }), { do: 'undo' }).now).toEqual(one.now)
    expect(draft(draft(two, { do: 'saved' }), { do: 'undo' }).now).toEqual(NOTHING)
  })

  it('puts the messages of an answer under row and field', () => {
    expect(
      messagesOf({ 'new-1.end': ['Must be after the start.'], '17.person': ['Not found.', 'x'], detail: 'no' }),
    ).toEqual({
      'new-1': { end: 'Must be after the start.' },
      17: { person: 'Not found.' },
    })
  })
})

describe('the roster', () => {
  const stored = [row(1, { person: 9 }), row(2), row(3, { assignment: 4, published: false })]

  it('groups places by assignment and role and leaves removed ones out of the count', () => {
    const staging = staged({ do: 'remove', row: row(1) }, { do: 'add', count: 1, fields: { ...fields, person: 5 } })
    const duties = dutiesOf(placesOf(stored, staging))
    expect(duties.map(({ key, filled, total, places }) => [key, filled, total, places.length])).toEqual([
      ['1-2', 1, 2, 3],
      ['4-2', 0, 1, 1],
    ])
  })

  it('follows a staged change of assignment', () => {
    const staging = staged({ do: 'change', row: stored[1] ?? row(2), patch: { assignment: 4 } })
    expect(dutiesOf(placesOf(stored, staging)).map(({ total }) => total)).toEqual([1, 2])
  })

  it('shows only duties that have something under the filter', () => {
    const places = placesOf(stored, NOTHING)
    expect(dutiesOf(places, 'unpublished').map(({ key }) => key)).toEqual(['4-2'])
    expect(dutiesOf(places, 'unsaved')).toEqual([])
    expect(places.filter(isUnpublished)).toHaveLength(1)
  })

  it('goes round to the next open place and never stays', () => {
    const duties = dutiesOf(placesOf(stored, NOTHING))
    expect(nextOpen(duties, '2')?.key).toBe('3')
    expect(nextOpen(duties, '3')?.key).toBe('2')
    expect(nextOpen(dutiesOf(placesOf([row(2)], NOTHING)), '2')).toBeNull()
  })
})
