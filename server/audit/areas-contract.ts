/**
 * Areas of the log's filter, by the value of `event`, with the first parts of their actions. A first part that is not
 * listed is its own area.
 */
export const AREAS: readonly { area: string; label: string; prefixes: readonly string[] }[] = [
  { area: 'session', label: 'Signing in and out', prefixes: ['session'] },
  { area: 'password', label: 'Passwords', prefixes: ['password'] },
  { area: 'email', label: 'Email addresses', prefixes: ['email'] },
  { area: 'phone', label: 'Phone numbers', prefixes: ['phone'] },
  { area: 'factor', label: 'Second factors', prefixes: ['factor'] },
  { area: 'impersonation', label: 'Acting as someone', prefixes: ['impersonation'] },
  {
    area: 'settings',
    label: 'Own settings and data',
    prefixes: ['settings', 'email_settings', 'consent', 'account', 'calendar_feed', 'savedviews'],
  },
  { area: 'people', label: 'People', prefixes: ['people', 'photo', 'profileentries'] },
  { area: 'records', label: 'Records', prefixes: ['records'] },
  { area: 'availability', label: 'Availability', prefixes: ['availability'] },
  { area: 'events', label: 'Events and series', prefixes: ['events', 'event', 'series', 'roster', 'template'] },
  { area: 'shifts', label: 'Shifts', prefixes: ['shifts', 'shift', 'timesheets'] },
  { area: 'request', label: 'Requests', prefixes: ['request', 'requests'] },
  { area: 'cover', label: 'Cover', prefixes: ['cover', 'covers', 'coverasks'] },
  { area: 'swaps', label: 'Swaps', prefixes: ['swaps'] },
  { area: 'waiting', label: 'Waiting lists', prefixes: ['waiting'] },
  { area: 'messages', label: 'Messages', prefixes: ['messages', 'messagetemplates', 'deliveries'] },
  { area: 'news', label: 'News', prefixes: ['news'] },
  { area: 'import', label: 'Imports', prefixes: ['import'] },
  {
    area: 'setup',
    label: 'Setup',
    prefixes: [
      ...['eventtypes', 'assignments', 'roles', 'locations', 'equipment', 'training', 'competencies'],
      'profilefields',
    ],
  },
  { area: 'kiosks', label: 'Kiosks', prefixes: ['kiosks'] },
  { area: 'apikeys', label: 'API keys', prefixes: ['apikeys'] },
  { area: 'site', label: 'Organisation', prefixes: ['site', 'sites', 'logo', 'sign_in_provider', 'audit'] },
]

export const areaPrefixes = (event: string): readonly string[] =>
  AREAS.find(({ area }) => area === event)?.prefixes ?? [event]
