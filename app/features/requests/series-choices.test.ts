import { expect, test } from 'vitest'
import type { RequestedDate, ShiftForRequest } from '#server/requests/answer/contract.ts'
import { distinctShifts, firstChoices } from './series-choices.ts'

const place = (shift: number, over: Partial<ShiftForRequest> = {}): ShiftForRequest => ({
  shift,
  assignment: 'Bar',
  role: null,
  start: '2027-05-01T09:00:00Z',
  end: '2027-05-01T17:00:00Z',
  outside: false,
  published: true,
  fits: true,
  for: [],
  against: [],
  ...over,
})
const date = (id: number, places: ShiftForRequest[]) => ({ request: { id }, places }) as unknown as RequestedDate

test('ticks the dates with a suitable shift only', () => {
  const dates = [
    date(1, [place(10), place(11)]),
    date(2, [place(20, { fits: false }), place(21)]),
    date(3, [place(30, { fits: false })]),
    date(4, []),
  ]
  expect(firstChoices(dates)).toEqual({
    1: { on: true, shift: 10 },
    2: { on: true, shift: 21 },
    3: { on: false, shift: null },
    4: { on: false, shift: null },
  })
})

test('offers identical shifts once', () => {
  const places = [place(1), place(2), place(3, { role: 'Lead' }), place(4, { published: false }), place(5)]
  expect(distinctShifts(places).map(({ shift }) => shift)).toEqual([1, 3, 4])
})
