import { expect, test } from 'vitest'
import { monthWindow } from './month-rules.ts'

test('a month begins and ends at the site’s own midnight, also across a clock change', () => {
  const march = monthWindow('2027-03', new Date('2027-01-01T00:00:00Z'), 'Europe/London')
  expect([march.from.toISOString(), march.to.toISOString()]).toEqual([
    '2027-03-01T00:00:00.000Z',
    '2027-03-31T23:00:00.000Z',
  ])
  expect([march.previous, march.next]).toEqual(['2027-02', '2027-04'])
})

test('nonsense is the current month of the site, not of the server', () => {
  expect(monthWindow("'; drop", new Date('2026-11-30T14:00:00Z'), 'Australia/Sydney').month).toBe('2026-12')
  expect(monthWindow(null, new Date('2026-11-30T12:00:00Z'), 'Europe/London').month).toBe('2026-11')
})
