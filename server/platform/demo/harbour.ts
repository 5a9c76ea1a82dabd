import type { DemoClub } from './club.ts'
import { harbourProgramme } from './harbour-programme.ts'
import { NAMES } from './names.ts'

export const harbour: DemoClub = {
  site: {
    slug: 'harbour',
    name: 'Harbour Sailing Club',
    prefix: 'HSC',
    logo: '/demo/harbour.svg',
    contact_name: 'Philippa Wren',
    contact_email: 'office@harbour.test',
    url: 'https://harbour-sailing.example',
    timezone: 'Europe/London',
    locale: 'en-GB',
    default_country_code: 'GB',
    sms_enabled: true,
    feature_timesheets: true,
  },
  member: 'Imogen Trevelyan-Sato',
  admin: 'Desmond Akinwande',
  others: NAMES.harbour,
  waiting: ['Noor El-Amrani', 'Caspian Lindgren', 'Beatriz Quintanilla de la Vega'],
  phone: '+447700900',
  types: [
    { name: 'Racing', color: '#01579b', minutes: 240 },
    { name: 'Coaching', color: '#1b5e20', minutes: 120 },
    { name: 'Cruising', color: '#6b4a00', minutes: 600 },
    { name: 'Upkeep', color: '#455a64', minutes: 300 },
    { name: 'Ashore', color: '#8a3c00', minutes: 120 },
  ],
  locations: [
    { name: 'Start Hut', address: 'Breakwater Walk, Port Ellery PE1 4QT', details: 'The key is with the office.' },
    { name: 'East Pontoon', address: '2 Mill Quay, Port Ellery PE1 4QR' },
    {
      name: 'Sail Loft',
      address: '7 Rope Lane, Port Ellery PE1 4QA',
      details: 'Stairs at the back; step-free from the yard.',
    },
    { name: 'Boat Yard', address: 'North Hard, Port Ellery PE1 4QX' },
    { name: 'Galley', address: 'Clubhouse, Mill Quay, Port Ellery PE1 4QR' },
  ],
  roles: [
    { name: 'On the water', details: 'Lifejacket and drysuit are provided.' },
    { name: 'Race team', details: 'Signals, times and results.' },
    { name: 'Shore team', details: 'Everything that floats starts and ends here.' },
  ],
  assignments: [
    { name: 'Race Officer', role: 'Race team', details: 'Sets the course and runs the starts.' },
    { name: 'Timekeeper', role: 'Race team', details: 'Two watches, one list.' },
    {
      name: 'Patrol boat driver',
      role: 'On the water',
      notes: 'Fill the tank before the briefing.',
      needs: 'Powerboat handling',
    },
    { name: 'Patrol boat crew', role: 'On the water' },
    { name: 'Launching', role: 'Shore team', details: 'Trolleys, slip and tractor.' },
    { name: 'Galley', role: 'Shore team', details: 'Tea, soup and the washing-up.' },
  ],
  competencies: [
    { name: 'Powerboat handling', months: 60, details: 'Practical test on the club’s own boats.' },
    { name: 'First aid afloat', months: 36, details: 'One day, with cold-water shock.' },
    { name: 'Radio certificate', months: null, details: 'Does not expire.' },
    { name: 'Working with young people', months: 24, details: 'Safeguarding course of the county.' },
  ],
  ...harbourProgramme,
  news: [
    {
      title: 'The yard crane is out of use',
      content: 'The brake needs a new part. Boats under **400 kg** can go in by the slip; ask the office for a time.',
      days: -3,
      pinned: true,
    },
    {
      title: 'Forty new buoyancy aids',
      content:
        'They hang in the Sail Loft, sorted by size. Please sign the list:\n\n| size | pieces |\n|---|---|\n| S | 12 |\n| M | 18 |\n| L | 10 |',
      days: -6,
    },
    {
      title: 'Well rowed',
      content:
        'Our gig came third of nineteen at the harbour fair. Thank you to the two spare crews who carried it back.',
      days: -15,
    },
    { title: 'Car park closed on Saturday', content: 'The town market needs it until four.', days: -30, until: -20 },
    { title: 'Dinner tickets', content: 'On sale at the bar from today.', days: 6 },
  ],
  fields: [
    {
      name: 'Emergency contact',
      kind: 'text',
      visible: true,
      editable: true,
      values: ['Partner, 01632 960101', 'Brother, 01632 960144', 'Mother, 01632 960187'],
    },
    {
      name: 'Drysuit size',
      kind: 'choice',
      choices: ['S', 'M', 'L', 'XL'],
      visible: true,
      editable: true,
      values: ['M', 'L', 'S'],
    },
    { name: 'Membership number', kind: 'number', visible: true, editable: false, values: ['2041', '2087', '2113'] },
    {
      name: 'Committee remarks',
      kind: 'text',
      visible: false,
      editable: false,
      values: ['Prefers mornings', 'Keyholder', 'Was race officer until last year'],
    },
  ],
  comments: [
    'I can drive or crew, whatever is short.',
    'Only until 13:00, the ferry waits for no one.',
    '',
    'Series Auto-Signup',
    'My radio certificate came last week.',
    '',
  ],
  kiosk: 'Start Hut tablet',
}
