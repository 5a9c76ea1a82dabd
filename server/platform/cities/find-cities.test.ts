import { expect, test } from 'vitest'
import { isZone } from '#server/engine/kernel/days/zone.ts'
import { CITY_LINES } from './cities.gen.ts'
import { cityOf, findCities, settingsNear } from './find-cities.ts'

test('the server knows every zone of the list', () => {
  const zones = CITY_LINES.split('\n').map((line) => line.split('\t')[1] ?? '')
  expect(zones.filter((zone) => !isZone(zone))).toEqual([])
})

test('a search matches the start of a name, with or without accents, and returns the country', () => {
  expect(findCities('isle of w')).toEqual([
    { label: 'Isle of Wight, United Kingdom', country: 'GB', zone: 'Europe/London' },
  ])
  expect(findCities('reykjavík').map(({ zone }) => zone)).toEqual(findCities('REYKJAVIK').map(({ zone }) => zone))
  expect(findCities('united kingdom').length).toBe(8)
  expect(findCities('hill').map(({ label }) => label)).toContain('Broken Hill, Australia')
})

test.for(['', ' ', 'x', 'no such place', '%', 'ab'.repeat(2_000)])('"%s" finds none', (search) => {
  expect(findCities(search)).toEqual([])
})

test('a typed name counts only when it is unique', () => {
  expect(cityOf('portsmouth, united kingdom')?.zone).toBe('Europe/London')
  expect(cityOf('Hobart')?.label).toBe('Hobart, Australia')
  expect(cityOf('Perth')).toBeNull()
  expect(cityOf('Perth, Australia')?.zone).toBe('Australia/Perth')
  expect(cityOf('')).toBeNull()
})

test('labels are unique', () => {
  const labels = CITY_LINES.split('\n').flatMap((line) => {
    const [country, , cities = ''] = line.split('\t')
    return cities.split('|').map((city) => `${city}, ${country}`)
  })
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
})

test('a site takes time zone, language and calling code from its city', () => {
  expect(settingsNear(cityOf('Hobart')!)).toEqual({
    timezone: 'Australia/Hobart',
    locale: 'en-AU',
    default_country_code: 'AU',
  })
  expect(settingsNear(cityOf('Paris, France')!)).toMatchObject({
    timezone: 'Europe/Paris',
    locale: 'en-GB',
    default_country_code: 'FR',
  })
})
