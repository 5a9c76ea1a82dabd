import { expect, test } from 'vitest'
import { calendarLinks } from './calendar-links.ts'

test('each link carries the whole event, whatever its texts contain', () => {
  const links = calendarLinks({
    title: 'Race & supper? 50%',
    start: '2027-07-10T09:00:00.000Z',
    end: '2027-07-10T12:30:00.000Z',
    location: 'Hut #2',
    details: 'https://club.example/events/1',
  })
  expect(links.map((link) => link.name)).toEqual(['Google Calendar', 'Outlook', 'Microsoft 365'])
  const google = new URL(links[0]!.href).searchParams
  expect([google.get('text'), google.get('dates'), google.get('location')]).toEqual([
    'Race & supper? 50%',
    '20270710T090000Z/20270710T123000Z',
    'Hut #2',
  ])
  expect(new URL(links[1]!.href).searchParams.get('startdt')).toBe('2027-07-10T09:00:00.000Z')
})
