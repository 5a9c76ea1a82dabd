import { NAMES } from './names.ts'

export type DemoEvent = {
  name: string
  type: string
  location: string
  hour: number
  hours: number
  series?: string
  details?: string
}

/** What the demo knows of a club. Its events take turns, one every few days, over the eight weeks before and after today. */
export type DemoClub = {
  site: Record<string, string | boolean | string[]>
  names: readonly string[]
  phone: string
  types: [name: string, color: string][]
  locations: [name: string, address: string][]
  roles: string[]
  assignments: [name: string, places: number][]
  competencies: [name: string, months: number | null][]
  events: DemoEvent[]
  series: { name: string; details: string; consecutive: boolean }[]
  /** The series that fills one weekend and shows as one entry. */
  weekend: { name: string; type: string; location: string }
  news: { title: string; content: string; pinned?: boolean }[]
}

const harbour: DemoClub = {
  site: {
    slug: 'harbour',
    name: 'Harbour Sailing Club',
    prefix: 'HSC',
    logo: '/demo/harbour.svg',
    contact_name: 'Siobhán Ní Dhónaill',
    contact_email: 'office@harbour.test',
    url: 'https://harbour-sailing.example',
    timezone: 'Europe/London',
    locale: 'en-GB',
    default_country_code: '+44',
    sms_enabled: true,
    feature_timesheets: true,
  },
  names: NAMES.harbour,
  phone: '+447700900',
  types: [
    ['Racing', '#01579b'],
    ['Training', '#1b5e20'],
    ['Cruise', '#6b4a00'],
    ['Social', '#8a3c00'],
  ],
  locations: [
    ['Clubhouse Slip', 'Quay Road 1'],
    ['North Pontoon', 'Quay Road 9'],
    ['Committee boat Ailsa Craig', 'Inner harbour'],
    ['Chart Room', 'Clubhouse, first floor'],
    ['Boat Park', 'North Hard'],
  ],
  roles: ['Afloat', 'Ashore', 'Galley'],
  assignments: [
    ['Race Officer', 1],
    ['Assistant Race Officer', 1],
    ['Safety boat helm', 2],
    ['Safety boat crew', 2],
    ['Bar and galley', 2],
    ['Slipway and launching', 1],
  ],
  competencies: [
    ['Powerboat Level 2', 60],
    ['Safety Boat', 36],
    ['Race Officer', null],
    ['First Aid', 36],
  ],
  events: [
    {
      name: 'Autumn Series',
      type: 'Racing',
      location: 'Clubhouse Slip',
      hour: 9.5,
      hours: 4,
      series: 'Autumn Series',
      details: 'Two races back to back. **Briefing** in the Chart Room half an hour before the start.',
    },
    { name: 'Evening dinghy training', type: 'Training', location: 'North Pontoon', hour: 18, hours: 2.5 },
    { name: 'Cruising section: passage to the islands', type: 'Cruise', location: 'North Pontoon', hour: 7, hours: 10 },
    { name: 'Cadet Saturday', type: 'Training', location: 'Clubhouse Slip', hour: 10, hours: 3.5 },
    {
      name: 'Frostbite Pursuit Race and Commodore’s Mulled Wine',
      type: 'Racing',
      location: 'Committee boat Ailsa Craig',
      hour: 10,
      hours: 5,
      details: 'Slowest boats away first.\n\n- Bring a lifejacket in date\n- Mulled wine when the last boat is in',
    },
    { name: 'Winter lecture: navigating after dark', type: 'Social', location: 'Chart Room', hour: 19, hours: 2 },
  ],
  series: [{ name: 'Autumn Series', details: 'Eight Sundays. The best six count.', consecutive: false }],
  weekend: { name: 'Winter Rescue Weekend', type: 'Training', location: 'Boat Park' },
  news: [
    {
      title: 'New depth at the fuel berth',
      content: 'After dredging the berth carries **2.1 m** at chart datum.',
      pinned: true,
    },
    {
      title: 'Thank you, lift-out crew',
      content: 'Sixty-one boats ashore in nine hours. The next lift is in December and still needs two people.',
    },
    { title: 'Winter hours', content: 'The bar opens on Wednesdays and at weekends only.' },
  ],
}

const ridge: DemoClub = {
  site: {
    slug: 'ridge',
    name: 'Ridge Rescue',
    prefix: 'RR',
    logo: '/demo/ridge.svg',
    contact_name: 'Georgia Baker',
    contact_email: 'base@ridge.test',
    url: 'https://ridge-rescue.example',
    timezone: 'Australia/Sydney',
    locale: 'en-AU',
    default_country_code: '+61',
    sms_enabled: false,
    feature_timesheets: false,
  },
  names: NAMES.ridge,
  phone: '+614910000',
  types: [
    ['Duty', '#b3261e'],
    ['Training', '#1b5e20'],
    ['Event cover', '#01579b'],
    ['Maintenance', '#455a64'],
  ],
  locations: [
    ['Base', '14 Ridge Road'],
    ['Lookout trailhead', 'End of Fire Trail 3'],
    ['Radio room', 'Base, upstairs'],
    ['Vehicle shed', 'Base, rear'],
  ],
  roles: ['Field', 'Base', 'Vehicle'],
  assignments: [
    ['Team leader', 1],
    ['Searcher', 3],
    ['Radio operator', 1],
    ['Driver', 1],
    ['Medic', 1],
  ],
  competencies: [
    ['Vertical rescue', 24],
    ['Remote first aid', 36],
    ['Radio operator', null],
    ['Off-road driving', 60],
  ],
  events: [
    { name: 'Weekend duty crew', type: 'Duty', location: 'Base', hour: 8, hours: 10, series: 'Weekend duty' },
    { name: 'Navigation night', type: 'Training', location: 'Lookout trailhead', hour: 19, hours: 4 },
    {
      name: 'Trail run cover',
      type: 'Event cover',
      location: 'Lookout trailhead',
      hour: 6,
      hours: 8,
      details: 'Two teams on the course, one at base. Radios on channel 4.',
    },
    { name: 'Rope skills', type: 'Training', location: 'Base', hour: 9, hours: 5 },
    { name: 'Vehicle check', type: 'Maintenance', location: 'Vehicle shed', hour: 17, hours: 2 },
  ],
  series: [
    { name: 'Weekend duty', details: 'One crew each weekend, on call from home after dark.', consecutive: false },
  ],
  weekend: { name: 'Search exercise', type: 'Training', location: 'Lookout trailhead' },
  news: [
    {
      title: 'New radios',
      content: 'Collect yours at base. The old ones go back in the **blue crate**.',
      pinned: true,
    },
    { title: 'Track closed', content: 'Fire Trail 3 is closed beyond the second gate until further notice.' },
  ],
}

export const CLUBS: readonly DemoClub[] = [harbour, ridge]
