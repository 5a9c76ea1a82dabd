import { expect, test } from 'vitest'
import { publicSiteData } from './public-site.ts'
import { mintSiteId, type Site } from './site.ts'

const site: Site = {
  id: mintSiteId(1),
  slug: 'harbour',
  name: 'Harbour',
  prefix: 'HSC',
  logo: null,
  color: '#01579b',
  contact_name: '',
  contact_email: '',
  url: '',
  media_root: '/media/',
  timezone: 'Europe/London',
  locale: 'en-GB',
  default_country_code: 'GB',
  embed_origins: [],
  self_assign: false,
  ask_answers: true,
  ask_weeks: 6,
  answer_by_days: 5,
  allow_release: false,
  release_days: 14,
  approve_swaps: false,
  rest_hours: 0,
  cover_needs_sign_in: false,
  cover_rungs: [{ more_than: 0, people: null, every: 1 }],
  hide_account_existence: true,
  reminder_offsets: ['P7D'],
  sms_enabled: true,
  sms_price: 0.04,
  currency: 'GBP',
  feature_timesheets: true,
  allowed_external_calendars: '',
  quiet_start: '20:00',
  quiet_end: '08:00',
  status: 'active',
}

test('a new column of the table is not public by default', () => {
  const shown = publicSiteData({ ...site, secret_of_tomorrow: 'x' } as Site, { signedIn: true })
  expect(shown).toMatchObject({ name: 'Harbour', mediaRoot: '/media/' })
  for (const hidden of ['secret_of_tomorrow', 'status', 'quiet_start', 'reminder_offsets', 'hide_account_existence'])
    expect(shown).not.toHaveProperty(hidden)
})

test('the calendars of other clubs require a sign-in', () => {
  const with_calendar = { ...site, allowed_external_calendars: 'https://club.example/secret.ics' }
  const shown = [true, false].map((signedIn) => publicSiteData(with_calendar, { signedIn }).allowed_external_calendars)
  expect(shown).toEqual(['https://club.example/secret.ics', ''])
})
