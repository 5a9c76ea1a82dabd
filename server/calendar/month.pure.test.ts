import { describe, expect, test } from 'vitest'
import { dayOf, daysCovered } from '#server/engine/kernel/days/rules.ts'
import { defaultWindow, entriesOn, layOutWeek, monthWindow, readMonth } from './month.pure.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const LONDON = 'Europe/London'

test('a month is whole weeks, Monday first', () => {
  const { weeks, previous, next } = readMonth('2026-11', NOW, LONDON)
  expect([weeks.length, weeks[0]![0], weeks.at(-1)![6]]).toEqual([6, '2026-10-26', '2026-12-06'])
  expect([previous, next]).toEqual(['2026-10', '2026-12'])
  expect(readMonth('2027-02', NOW, LONDON).weeks).toHaveLength(4)
})

test('treats an invalid month as the site’s current month, not the server’s', () => {
  expect(readMonth("'; drop", new Date('2026-11-30T14:00:00Z'), 'Australia/Sydney').month).toBe('2026-12')
  expect(readMonth(null, new Date('2026-11-30T12:00:00Z'), LONDON).month).toBe('2026-11')
})

test('fetches the visible range and six days on either side, at local midnights', () => {
  const { from, to } = monthWindow(readMonth('2026-03', NOW, LONDON), LONDON)
  expect([from.toISOString(), to.toISOString()]).toEqual(['2026-02-17T00:00:00.000Z', '2026-04-11T23:00:00.000Z'])
})

test('fetches 30 days either side of today before a range is known', () => {
  const { from, to } = defaultWindow(NOW, LONDON)
  expect([from.toISOString(), to.toISOString()]).toEqual(['2026-10-21T23:00:00.000Z', '2026-12-22T00:00:00.000Z'])
})

describe('lanes of a week', () => {
  const days = ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`)
  const at = (name: string, start: string, end: string, bar?: boolean) => ({
    name,
    start,
    ...daysCovered(start, end, (at) => dayOf(at, LONDON)),
    ...(bar && { bar }),
  })
  const lanes = (entries: ReturnType<typeof at>[], count = 3) => layOutWeek(entries, days, count)

  test('places bars first and in one lane, and counts hidden ones on each of their days', () => {
    const { placed, more } = lanes([
      at('race', '2026-11-21T09:00:00Z', '2026-11-21T12:00:00Z'),
      at('camp', '2026-11-14T09:00:00Z', '2026-11-17T12:00:00Z'),
      at('weekend', '2026-11-21T08:00:00Z', '2026-11-23T12:00:00Z'),
      at('supper', '2026-11-21T19:00:00Z', '2026-11-21T23:00:00Z'),
      at('last', '2026-11-21T20:00:00Z', '2026-11-22T01:00:00Z'),
      at('late', '2026-11-21T21:00:00Z', '2026-11-21T22:00:00Z'),
    ])
    expect(
      placed.map(({ entry, column, span, lane, before, after }) => [entry.name, column, span, lane, before, after]),
    ).toEqual([
      ['camp', 0, 2, 0, true, false],
      ['weekend', 5, 2, 0, false, true],
      ['last', 5, 2, 1, false, false],
      ['race', 5, 1, 2, false, false],
    ])
    expect(more).toEqual([0, 0, 0, 0, 0, 2, 0])
  })

  test('keeps the reader’s own shift and request visible on a full day, in order of start', () => {
    const hour = (n: number) => `2026-11-21T${String(n).padStart(2, '0')}`
    const busy = Array.from({ length: 12 }, (_, n) => ({
      ...at(`${n}`, `${hour(n + 6)}:00:00Z`, `${hour(n + 6)}:50:00Z`),
      mine: n === 11,
      requested: n === 4,
    }))
    const { placed, more } = lanes(busy)
    expect(placed.map(({ entry, lane }) => [entry.name, lane])).toEqual([
      ['0', 0],
      ['4', 1],
      ['11', 2],
    ])
    expect(more[5]).toBe(9)
  })

  test('never puts two entries into a cell or loses one', () => {
    let state = 7
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (let round = 0; round < (process.env.PROOF ? 10_000 : 200); round++) {
      const entries = Array.from({ length: random(40) }, (_, n) => {
        const start = Date.UTC(2026, 10, 12) + random(15 * 24) * 3_600_000
        const one = at(`${n}`, new Date(start).toISOString(), new Date(start + random(100) * 3_600_000).toISOString())
        return { ...one, mine: random(6) === 0, requested: random(4) === 0 }
      })
      const { placed, more } = lanes(entries)
      const cells = placed.flatMap(({ column, span, lane }) =>
        Array.from({ length: span }, (_, i) => `${column + i} ${lane}`),
      )
      expect(new Set(cells).size).toBe(cells.length)
      days.forEach((day, column) => {
        const shown = placed.filter((p) => p.column <= column && column < p.column + p.span).length
        expect(shown + more[column]!).toBe(entriesOn(entries, day).length)
        expect(shown).toBeLessThanOrEqual(3)
      })
    }
  })
})
