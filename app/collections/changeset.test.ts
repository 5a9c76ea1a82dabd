import { describe, expect, it } from 'vitest'
import {
  changesetOf,
  conflictsWith,
  countStaged,
  messagesIn,
  nothingStaged,
  type Staged,
  type Step,
  type StoredRecord,
  stage,
} from './changeset.ts'
import { draftReducer } from './use-changeset.ts'

type Fields = { person: number | null; notes: string }
const fields: Fields = { person: null, notes: '' }
const record = (id: number, over: Partial<StoredRecord<Fields>> = {}) => ({ ...fields, id, version: `v${id}`, ...over })
const NOTHING = nothingStaged<Fields>()
const stageFields = (staged: Staged<Fields>, step: Step<Fields>) => stage(staged, step)
const staged = (...steps: Step<Fields>[]) => steps.reduce(stageFields, NOTHING)
const change = (id: number, patch: Partial<Fields>, over = {}): Step<Fields> => ({
  do: 'change',
  record: record(id, over),
  patch,
})

describe('staging changes of records', () => {
  it('gives each new record its own key, also after one was removed', () => {
    const { added } = staged(
      { do: 'add', records: [fields, fields] },
      { do: 'remove-new', key: 'new-1' },
      { do: 'add', records: [{ ...fields, person: 3 }] },
    )
    expect(added.map(({ key, fields: { person } }) => [key, person])).toEqual([
      ['new-2', null],
      ['new-3', 3],
    ])
  })

  it('holds only what differs from the stored record, and nothing once it is changed back', () => {
    const changed = staged(change(7, { person: 5, notes: '' }))
    expect(changed.changed[7]).toEqual({ version: 'v7', fields: { person: 5 } })
    expect(stage(changed, change(7, { person: null }))).toEqual(NOTHING)
  })

  it('keeps the version of the record on which a change began, until a later one is accepted', () => {
    const begun = staged(change(7, { person: 5 }), change(7, { notes: 'x' }, { version: 'later', notes: 'theirs' }))
    expect(begun.changed[7]).toEqual({ version: 'v7', fields: { person: 5, notes: 'x' } })
    const mine = stage(begun, { do: 'keep-mine', id: 7, version: 'later', fields: { notes: 'theirs' } })
    expect(mine.changed[7]).toEqual({ version: 'later', fields: { person: 5, notes: 'x' } })
    expect(mine.bases[7]).toMatchObject({ version: 'later', notes: 'theirs' })
  })

  it('restores a removal before the change under it', () => {
    const removed = staged(change(7, { person: 5 }), { do: 'remove', record: record(7) })
    expect(countStaged(removed)).toEqual({ added: 0, changed: 0, removed: 1, all: 1 })
    const restored = stage(removed, { do: 'restore', id: 7 })
    expect(countStaged(restored)).toEqual({ added: 0, changed: 1, removed: 0, all: 1 })
    expect(stage(restored, { do: 'restore', id: 7 })).toEqual(NOTHING)
  })

  it('sends a removed record as removed only', () => {
    const all = staged({ do: 'add', records: [fields] }, change(7, { person: 5 }), change(8, { person: 6 }), {
      do: 'remove',
      record: record(8),
    })
    expect(changesetOf(all)).toEqual({
      added: [{ key: 'new-1', fields }],
      changed: [{ id: 7, version: 'v7', fields: { person: 5 } }],
      removed: [{ id: 8, version: 'v8' }],
    })
  })

  it('reports records that someone else changed or removed; a removal that is already done is no conflict', () => {
    const mine = staged(
      change(7, { person: 5 }),
      change(8, { person: 5 }),
      { do: 'remove', record: record(9) },
      { do: 'remove', record: record(10) },
    )
    expect(conflictsWith(mine, [record(7, { version: 'later' }), record(9)])).toEqual({ conflicts: [7], gone: [8] })
    expect(countStaged(stage(mine, { do: 'take-theirs', ids: [7, 8, 9, 10] })).all).toBe(0)
  })

  it('undoes step by step, discards included, but nothing saved or decided', () => {
    const reduce = draftReducer(NOTHING, stageFields)
    const one = reduce({ now: NOTHING, past: [] }, { do: 'stage', steps: [{ do: 'add', records: [fields] }] })
    const two = reduce(one, { do: 'stage', steps: [change(7, { person: 5 }), change(8, { person: 5 })] })
    const none = reduce(two, { do: 'discard' })
    expect(countStaged(none.now).all).toBe(0)
    expect(reduce(none, { do: 'undo' }).now).toEqual(two.now)
    expect(reduce(two, { do: 'undo' }).now).toEqual(one.now)
    expect(reduce(reduce(two, { do: 'saved' }), { do: 'undo' }).now).toEqual(NOTHING)
    const steps: Step<Fields>[] = [{ do: 'take-theirs', ids: [7] }]
    expect(reduce(two, { do: 'stage', steps, final: true }).past).toEqual([])
  })

  it('assigns the messages of an answer to row and field', () => {
    expect(
      messagesIn({ 'new-1.end': ['Must be after the start.'], '17.person': ['Not found.', 'x'], detail: 'no' }),
    ).toEqual({ 'new-1': { end: 'Must be after the start.' }, 17: { person: 'Not found.' } })
  })
})
