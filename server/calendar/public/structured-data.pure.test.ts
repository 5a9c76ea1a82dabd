import { expect, test } from 'vitest'
import { scriptJson, structuredEvent } from './structured-data.pure.ts'

const EVENT = {
  id: 7,
  name: 'Open day',
  start: '2027-07-10T10:00:00.000Z',
  end: '2027-07-10T12:00:00.000Z',
  location: 'Hut',
  color: '#123456',
  organisation: 'Harbour',
  called_off: false,
  event_url: 'https://club.example/open',
}
const PLACE = { page: 'https://harbour.example/events/public/7', home: 'https://club.example' }

test('describes name, times, place and organiser for search engines', () => {
  expect(structuredEvent(EVENT, PLACE)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Open day',
    startDate: EVENT.start,
    endDate: EVENT.end,
    eventStatus: 'https://schema.org/EventScheduled',
    url: PLACE.page,
    sameAs: EVENT.event_url,
    location: { '@type': 'Place', name: 'Hut', address: 'Hut' },
    organizer: { '@type': 'Organization', name: 'Harbour', url: PLACE.home },
  })
})

test('omits missing facts, and an address that is no web address', () => {
  const data = structuredEvent(
    { ...EVENT, name: '', location: null, event_url: 'javascript:alert(1)' },
    { page: '', home: '' },
  )
  expect(data).not.toHaveProperty('location')
  expect(data).not.toHaveProperty('sameAs')
  expect(data).toMatchObject({ name: 'Untitled Event', organizer: { name: 'Harbour' } })
})

test.for(['</script><script>alert(1)</script>', '<!-- <script>', ']]>', '\u2028', '&lt;', '"\\'])(
  'the name %j stays what it is and ends no element',
  (name) => {
    const text = scriptJson(structuredEvent({ ...EVENT, name }, PLACE))
    expect(text).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(text)).toMatchObject({ name })
  },
)
