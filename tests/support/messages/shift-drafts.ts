import type { ShiftFacts } from '#server/deliveries/shift-facts.ts'
import type { MessageDraft } from '#server/deliveries/transport.ts'
import { mintSiteId, type Site } from '#server/engine/tenancy/site.ts'

export const siteFacts = (over: Partial<Site> = {}): Site => ({
  id: mintSiteId(1),
  slug: 'harbour',
  name: 'Harbour Sailing Club',
  prefix: 'Harbour SC',
  logo: null,
  contact_name: 'Siobhán Ní Dhónaill',
  contact_email: 'office@harbour.example',
  url: 'https://harbour.example',
  media_root: '/media',
  color: '#01579b',
  timezone: 'Europe/London',
  locale: 'en-GB',
  default_country_code: 'GB',
  embed_origins: [],
  self_assign: false,
  hide_account_existence: false,
  reminder_offsets: ['P7D', 'P1D'],
  sms_enabled: true,
  sms_price: null,
  currency: 'GBP',
  feature_timesheets: true,
  allowed_external_calendars: '',
  quiet_start: '20:00',
  quiet_end: '08:00',
  status: 'active',
  ...over,
})

export const exampleShift = (over: Partial<ShiftFacts> = {}): ShiftFacts => ({
  id: 7,
  event: 3,
  person: 1,
  start: '2026-11-28T09:00:00.000Z',
  end: '2026-11-28T13:30:00.000Z',
  published: true,
  began: false,
  sequence: 2,
  event_name: 'Autumn Series, race 8',
  role: 'Assistant Race Officer',
  assignment: 'Start line',
  location: 'Blyth Pontoon',
  address: 'Harbour Road 4',
  contact: '',
  notes: '',
  ...over,
})

/** A message about one shift on Saturday 28 November 2026, 09:00 in London, written the day before. */
export const shiftDraft = (over: Partial<MessageDraft> = {}): MessageDraft => ({
  kind: 'reminder.day',
  channel: 'email',
  site: siteFacts(),
  origin: 'https://harbour.watchbill.example',
  person: {
    id: 1,
    name: 'Ann Ødegård',
    email: 'ann@example.org',
    phone: '+447700900100',
    email_uid: 'u-1',
    settings: { timeFormat: 'HH:mm' },
  },
  items: [{ shift: exampleShift(), before: null }],
  unsubscribe_url: 'https://harbour.watchbill.example/profile/emails/u-1',
  now: new Date('2026-11-27T09:00:00Z'),
  ...over,
})
