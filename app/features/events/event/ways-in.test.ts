import { describe, expect, test } from 'vitest'
import type { ShiftGroup } from './shift-groups.ts'
import { waysIn } from './ways-in.ts'

const event = { start: '2027-07-10T10:00:00Z', end: '2027-07-10T16:00:00Z' }
const group = (name: string, over: Partial<ShiftGroup<{ id: number; start: string; end: string }>> = {}) => {
  const shift = { id: name.length, ...event }
  return {
    ...{ key: name, name, assignment: 1, role: null, ...event, outside: false, shifts: [shift], open: [shift] },
    ...{ onHold: 0, mine: false, requested: false, missing: [], ...over },
  }
}
const list = {
  assignment: 7,
  name: 'Galley',
  waiting: 2,
  place: null,
  since: null,
  position: null,
  joinable: true,
  held: null,
} as never
const facts = {
  ...{ event, groups: [group('Launching'), group('Full', { open: [] })], open: {}, full: [list] },
  ...{ selfAssign: true, isOn: false, hasRequest: false, now: '2027-07-01T00:00:00Z' },
}
const kinds = (over: Partial<Parameters<typeof waysIn>[0]> = {}) =>
  waysIn({ ...facts, ...over }).map(({ kind, name }) => `${kind} ${name}`)

describe('waysIn', () => {
  test('where members take shifts, these come first, then the lists, then asking for another part', () => {
    expect(kinds()).toEqual(['take Launching', 'join Galley', 'ask Ask for another part'])
    expect(kinds({ groups: [] })).toEqual(['join Galley', 'ask Ask for a part'])
  })

  test('where members ask, the club chooses unless they name a part', () => {
    expect(kinds({ selfAssign: false })).toEqual(['ask Let the club choose', 'ask Launching', 'join Galley'])
  })

  test('what an obstacle, a missing competency or the end of the shift prevents is not offered', () => {
    const words = { 9: { held: false, can: false, words: 'You are on another shift then.' } }
    expect(kinds({ open: words })).not.toContain('take Launching')
    const missing = [{ shift: 9, competency: 'Helm', expired: null }]
    expect(kinds({ groups: [group('Launching', { missing })] })).not.toContain('take Launching')
    expect(kinds({ now: '2027-07-10T16:00:00Z' })).not.toContain('take Launching')
  })

  test('a person who is on may only take more, and one whose request waits may also join lists', () => {
    expect(kinds({ isOn: true })).toEqual(['take Launching'])
    expect(kinds({ isOn: true, selfAssign: false })).toEqual([])
    expect(kinds({ hasRequest: true })).toEqual(['take Launching', 'join Galley'])
    expect(kinds({ hasRequest: true, selfAssign: false })).toEqual(['join Galley'])
  })

  test('an assignment without a list is not joined', () => {
    const none = { ...(list as object), joinable: false } as never
    expect(kinds({ full: [none] })).toEqual(['take Launching', 'ask Ask for another part'])
  })

  test('the place on a list is the one after those who wait', () => {
    expect(waysIn(facts).find(({ kind }) => kind === 'join')).toMatchObject({ assignment: 7, position: 3 })
  })
})
