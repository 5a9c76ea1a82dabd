import { describe, expect, it } from 'vitest'
import { nothingStaged, type Step, stage } from '#app/collections/changeset.ts'
import type { EventFields, ShiftFields, StoredShift } from '#server/shifts/roster-editor/contract.ts'
import { countShifts, isUnpublished, editorShifts as judgedShifts, nextOpen, rosterRows } from './roster-rows.ts'
import {
  changeCount,
  NO_CHANGES,
  type RosterStep,
  rosterConflicts,
  rosterEditOf,
  type Staging,
  stageRoster,
  summaryOf,
} from './staging.ts'

const fields: ShiftFields = {
  person: null,
  assignment: 1,
  role: 2,
  location: null,
  start: '2027-06-05T09:00',
  end: '2027-06-05T16:00',
  notes: '',
}
const row = (id: number, over: Partial<StoredShift> = {}): StoredShift => ({
  ...fields,
  id,
  version: `v${id}`,
  clash: null,
  begun: false,
  published: true,
  answer: null,
  answered_for: false,
  sought: null,
  unfit: null,
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

const unmoved = { start: fields.start, end: fields.end, from: null }

const editorShifts = (...roster: Parameters<typeof judgedShifts> extends [...infer Rest, unknown] ? Rest : never) =>
  judgedShifts(...roster, () => null)
const stagedRoster = (...steps: RosterStep[]): Staging => steps.reduce(stageRoster, NO_CHANGES)
const storedEvent = { ...event, id: 3, version: 'e1' }
const rename = (name: string): RosterStep => ({ events: { do: 'change', record: storedEvent, patch: { name } } })

describe('an edit of a roster', () => {
  it('stages the event beside its shifts, and nothing once it is changed back', () => {
    const staging = stagedRoster(rename('Race 5'))
    expect(rosterEditOf(staging, false).event).toEqual({ version: 'e1', fields: { name: 'Race 5' } })
    expect(stageRoster(staging, rename('Race 4'))).toEqual(NO_CHANGES)
  })

  it('saves a removed shift as removed only, and counts it once', () => {
    const staging = stagedRoster(
      { shifts: { do: 'add', records: [fields, fields] } },
      { shifts: { do: 'change', record: row(7), patch: { person: 5 } } },
      { shifts: { do: 'change', record: row(8), patch: { person: 6 } } },
      { shifts: { do: 'remove', record: row(8) } },
      rename('Race 5'),
    )
    expect(rosterEditOf(staging, true)).toEqual({
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

  it('reports which shifts, and whether the event, someone else changed', () => {
    const staging = stagedRoster({ shifts: { do: 'change', record: row(7), patch: { person: 5 } } }, rename('Race 5'))
    const stored = { shifts: [row(7, { version: 'later' })], event: { id: 3, version: 'e1' } }
    expect(rosterConflicts(staging, stored)).toEqual({ shifts: new Set([7]), event: false, gone: [] })
    expect(rosterConflicts(staging, { shifts: [], event: { id: 3, version: 'e2' } })).toEqual({
      shifts: new Set(),
      event: true,
      gone: [7],
    })
  })
})

const staged = (...steps: Step<ShiftFields>[]) => steps.reduce(stage<ShiftFields>, nothingStaged<ShiftFields>())

describe('the roster', () => {
  const stored = [row(1, { person: 9 }), row(2), row(3, { assignment: 4, published: false })]

  it('groups shifts by assignment and role and excludes removed ones from the count', () => {
    const staging = staged({ do: 'remove', record: row(1) }, { do: 'add', records: [{ ...fields, person: 5 }] })
    const rows = rosterRows(editorShifts(stored, staging, unmoved))
    expect(rows.map(({ key, filled, total, shifts }) => [key, filled, total, shifts.length])).toEqual([
      ['1-2', 1, 2, 3],
      ['4-2', 0, 1, 1],
    ])
  })

  it('follows a staged change of assignment', () => {
    const staging = staged({ do: 'change', record: stored[1] ?? row(2), patch: { assignment: 4 } })
    expect(rosterRows(editorShifts(stored, staging, unmoved)).map(({ total }) => total)).toEqual([1, 2])
  })

  it('shows only rows with matches of the filter', () => {
    const shifts = editorShifts(stored, staged(), unmoved)
    expect(rosterRows(shifts, 'unpublished').map(({ key }) => key)).toEqual(['4-2'])
    expect(rosterRows(shifts, 'unsaved')).toEqual([])
    expect(shifts.filter(isUnpublished)).toHaveLength(1)
  })

  it('counts the confirmed of a published row, short where someone is missing or seeks cover', () => {
    const on = (id: number, answer: StoredShift['answer'], role: number) => row(id, { person: id, answer, role })
    const rows = rosterRows(
      editorShifts(
        [on(1, 'confirmed', 2), on(2, 'silent', 2), on(4, 'seeking_cover', 3), row(5, { role: 4, published: false })],
        staged(),
        unmoved,
      ),
    )
    expect(rows.map(({ confirmed, total, short, asked }) => [confirmed, total, short, asked])).toEqual([
      [1, 2, false, true],
      [0, 1, true, true],
      [0, 1, true, false],
    ])
  })

  it('finds unanswered shifts and those that seek cover, and drops the answer of a replaced person', () => {
    const answers = ['asked', 'silent', 'confirmed', 'seeking_cover'] as const
    const rows = answers.map((answer, index) => row(index + 1, { person: index + 1, answer }))
    const count = (...steps: Step<ShiftFields>[]) => {
      const shifts = editorShifts(rows, staged(...steps), unmoved)
      return [countShifts(shifts, 'silent'), countShifts(shifts, 'cover'), rosterRows(shifts)[0]?.confirmed]
    }
    expect(count()).toEqual([2, 1, 1])
    expect(count({ do: 'change', record: row(3, { person: 3 }), patch: { person: 9 } })).toEqual([2, 1, 0])
    expect(count({ do: 'remove', record: row(1, { person: 1 }) })).toEqual([1, 1, 1])
  })

  it('wraps round to the next open shift and never stays', () => {
    const rows = rosterRows(editorShifts(stored, staged(), unmoved))
    expect(nextOpen(rows, '2')?.key).toBe('3')
    expect(nextOpen(rows, '3')?.key).toBe('2')
    expect(nextOpen(rosterRows(editorShifts([row(2)], staged(), unmoved)), '2')).toBeNull()
  })

  it('moves shifts with their event, except those that have begun or are changed themselves', () => {
    const moved = { start: '2027-06-06T11:00', end: '2027-06-06T18:00' }
    const rows = [
      row(1, { modified_start: '2027-06-05T09:30', modified_end: null, clash: 'Regatta' }),
      row(2, { begun: true }),
      row(3),
    ]
    const change: Step<ShiftFields> = { do: 'change', record: row(3), patch: { start: '2027-06-06T12:00' } }
    const shown = (from: string | null) =>
      editorShifts(rows, staged(change), { ...moved, from }).map((shift) => [
        shift.fields.start,
        shift.fields.end,
        shift.fields.modified_start ?? null,
        shift.clash,
        shift.outside,
      ])
    expect(shown(unmoved.start)).toEqual([
      ['2027-06-06T11:00', '2027-06-06T18:00', '2027-06-06T11:30', null, false],
      ['2027-06-05T09:00', '2027-06-05T16:00', null, null, true],
      ['2027-06-06T12:00', '2027-06-06T18:00', null, null, false],
    ])
    expect(shown(null).map(([start, , , clash, outside]) => [start, clash, outside])).toEqual([
      ['2027-06-05T09:00', 'Regatta', true],
      ['2027-06-05T09:00', null, true],
      ['2027-06-06T12:00', null, false],
    ])
    expect(countShifts(editorShifts(rows, staged(), { ...moved, from: null }), 'outside')).toBe(3)
    const staging = stagedRoster({ events: { do: 'change', record: storedEvent, patch: moved } })
    expect(rosterEditOf(staging, false, true).event).toEqual({ version: 'e1', fields: moved, shifts: 'move' })
    expect(rosterEditOf(staging, false).event).toEqual({ version: 'e1', fields: moved })
  })
})
