import { expect, test } from 'vitest'
import type { HostNumbers, Trouble } from './contract.ts'
import { ageText, hostVerdict, levelOf, troubleText, verdicts } from './verdicts.pure.ts'

const NOW = '2027-06-05T10:00:00Z'
const WELL: HostNumbers = {
  sites: 12,
  people: 900,
  new_people: 3,
  shifts: 100,
  open_shifts: 4,
  sent: 310,
  failed: 0,
  waiting: 0,
  waiting_since: null,
  waiting_at: null,
  planner_behind: 20,
  held: 0,
  pictures: 40,
  database_bytes: 400 * 1024 ** 2,
  last_activity: '2027-06-05T09:58:00Z',
}
const words = (changes: Partial<HostNumbers>) =>
  Object.fromEntries(Object.entries(verdicts({ ...WELL, ...changes }, NOW)).map(([name, { word }]) => [name, word]))

test.for([
  [{ now: 1, soon: 2 }, '1 site needs attention now, 2 soon'],
  [{ now: 3, soon: 0 }, '3 sites need attention now'],
  [{ now: 0, soon: 1 }, '1 site needs attention soon'],
  [{ now: 0, soon: 0 }, 'All 12 sites are fine'],
  [{ now: 0, soon: 0, numbers: { ...WELL, sites: 1 } }, 'The only site is fine'],
  [{ now: 0, soon: 0, numbers: { ...WELL, sites: 2 } }, 'Both sites are fine'],
  [{ now: 0, soon: 0, numbers: { ...WELL, sites: 0 } }, 'No sites yet'],
  [{ now: 0, soon: 1, numbers: { ...WELL, planner_behind: 720 } }, 'No reminders have been planned for 12 min'],
  [{ now: 1, soon: 0, numbers: { ...WELL, held: 350 } }, '350 messages may have left before the restore'],
] as const)('%j is "%s"', ([counts, heading]) => {
  expect(hostVerdict({ numbers: WELL, ...counts })).toBe(heading)
})

test('each number has one verdict', () => {
  expect(words({})).toEqual({
    people: 'Growing',
    shifts: 'Covered',
    messages: 'Normal',
    due: 'Punctual',
    storage: 'Small',
    activity: 'Busy',
  })
  expect(words({ new_people: 0, open_shifts: 30, failed: 2, last_activity: null })).toMatchObject({
    people: 'Steady',
    shifts: 'Short',
    messages: 'Look',
    activity: 'Quiet',
  })
})

test('a message may wait for five minutes', () => {
  expect(words({ waiting_since: '2027-06-05T09:55:00Z' }).due).toBe('Punctual')
  expect(words({ waiting_since: '2027-06-05T09:54:59Z' }).due).toBe('Act')
  expect(words({ planner_behind: 301 }).due).toBe('Act')
})

test('a site without admins or with waiting messages is urgent; the others can wait', () => {
  const troubles: Trouble[] = [
    { kind: 'waiting', messages: 2, since: NOW },
    { kind: 'no_admin' },
    { kind: 'failed', messages: 1 },
    { kind: 'unclaimed' },
    { kind: 'suspended' },
  ]
  expect(troubles.map(levelOf)).toEqual(['now', 'now', 'soon', 'soon', 'soon'])
  for (const trouble of troubles) expect(troubleText(trouble, () => '09:41').cause).not.toBe('')
  expect(troubleText(troubles[2]!, () => '').cause).toBe('1 message not delivered in the last day')
})

test('a time zone with two readings is shown with its day', () => {
  const zone = { kind: 'zone', zone: 'America/Vancouver', day: '2026-11-01', lasting: true } as const
  const causes = [zone, { ...zone, lasting: false }, { ...zone, day: null }].map(
    (one) => troubleText(one, () => '').cause,
  )
  expect(causes).toEqual([
    'America/Vancouver means two different times from 1 November 2026',
    'America/Vancouver means two different times for an hour or so on 1 November 2026',
    'America/Vancouver is not known here',
  ])
  expect(levelOf(zone)).toBe('soon')
})

test('ages are short', () => {
  expect(
    ['2027-06-05T10:00:30Z', '2027-06-05T08:58:00Z', '2027-06-05T05:00:00Z', '2027-06-01T10:00:00Z'].map((at) =>
      ageText(at, NOW),
    ),
  ).toEqual(['1 min', '62 min', '5 h', '4 days'])
})
