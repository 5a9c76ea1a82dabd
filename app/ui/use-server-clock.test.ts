import { expect, test } from 'vitest'
import { runClock } from './use-server-clock.ts'

const NOW = '2027-06-05T10:00:00.000Z'
const MINUTE = 60_000

function device() {
  const at = { timer: 5_000, wall: Date.parse('2001-01-01T00:00:00Z') }
  return { at, ...runClock(NOW, { sinceStart: () => at.timer, wall: () => at.wall }) }
}

test('the clock runs from the server\u2019s time, whatever the device\u2019s date', () => {
  const { at, read, mayBeBehind } = device()
  expect(read()).toBe(NOW)
  at.timer += 10 * MINUTE
  at.wall += 10 * MINUTE
  expect([read(), mayBeBehind()]).toEqual(['2027-06-05T10:10:00.000Z', false])
})

test('detects a device that slept by its stopped timer', () => {
  const { at, mayBeBehind } = device()
  at.timer += MINUTE
  at.wall += 120 * MINUTE
  expect(mayBeBehind()).toBe(true)
})

test.each([-180, -60, 60, 180])('setting a device\u2019s clock by %i minutes does not move it', (minutes) => {
  const { at, read } = device()
  at.timer += 5 * MINUTE
  at.wall += (5 + minutes) * MINUTE
  expect(read()).toBe('2027-06-05T10:05:00.000Z')
})
