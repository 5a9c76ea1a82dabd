import type { Area, Scope } from './scopes.pure.ts'

/**
 * Assigns each collection to an area, and each call to the scopes that it requires of an API key. A test compares it with the
 * API's description (`tests/integration/key-scopes.test.ts`).
 */
const COLLECTIONS: Readonly<Record<string, Area>> = {
  people: 'people',
  profilefields: 'people',
  profileentries: 'people',
  events: 'events',
  series: 'events',
  eventtypes: 'events',
  locations: 'events',
  shifts: 'shifts',
  covers: 'shifts',
  coverasks: 'shifts',
  roles: 'shifts',
  assignments: 'shifts',
  requests: 'requests',
  availability: 'requests',
  news: 'news',
  competencies: 'training',
  training: 'training',
  records: 'training',
  messages: 'messages',
  messagetemplates: 'messages',
  deliveries: 'messages',
  equipment: 'equipment',
  kiosks: 'organisation',
  apikeys: 'organisation',
  savedviews: 'organisation',
}

export const COLLECTIONS_WITH_AREA: readonly string[] = Object.keys(COLLECTIONS)

export const hasArea = (collection: string) => Object.hasOwn(COLLECTIONS, collection)

/** Returns the area of a collection; an unlisted one belongs to the organisation. */
export const areaOf = (collection: string): Area =>
  hasArea(collection) ? (COLLECTIONS[collection] ?? 'organisation') : 'organisation'

/**
 * Returns the scopes of a removal that affects these tables, one per area. Deliveries are part of a record's history and are
 * removed with it; tables without an area are parts of records.
 */
export const scopesOfRemoval = (tables: readonly string[]): Scope[] => {
  const areas = tables.filter((table) => hasArea(table) && table !== 'deliveries').map(areaOf)
  return [...new Set(areas)].map((area): Scope => `${area}:write`)
}

/** The scopes of a call; null when it is for people only. */
export type CallScopes = readonly Scope[] | null

const ROSTER_READ: CallScopes = ['events:read', 'shifts:read']
const ROSTER: CallScopes = ['events:read', 'shifts:write', 'people:read']
const HOURS_READ: CallScopes = ['events:read', 'shifts:read', 'people:read']
/** An audience can ask for anything of the people in it. */
const AUDIENCE: CallScopes = [
  'messages:read',
  'people:read',
  'events:read',
  'shifts:read',
  'requests:read',
  'training:read',
]
const ANSWER: CallScopes = ['requests:write', 'shifts:write', 'events:read', 'people:read']

/** A search asks people by what they hold and when they are free. */
const COVER: CallScopes = ['shifts:write', 'events:read', 'people:read', 'training:read']

/** Calls with a verb, by method and path. Calls that need no sign-in require no scope and are not listed. */
const CALLS: Readonly<Record<string, CallScopes>> = {
  'GET /audit': ['audit:read'],
  'PUT /organisations/current': ['organisation:write'],
  'POST /organisations/current/logo': ['organisation:write'],
  'DELETE /organisations/current/logo': ['organisation:write'],
  'GET /signinproviders': ['organisation:read'],

  'POST /events/{id}/preview': ['events:write', 'shifts:write', 'people:read'],
  'POST /events/{id}/proof': ['events:write', 'shifts:write', 'people:read'],
  'GET /events/{id}/receipt': ['events:read', 'shifts:read', 'people:read', 'messages:read'],
  'PUT /events/{id}/roster': ['events:write', 'shifts:write', 'people:read'],
  'PUT /events/{id}/publish': ROSTER,
  'POST /events/{id}/repeat': ['events:write', 'shifts:write'],
  'GET /events/{id}/places': ROSTER_READ,
  'GET /events/{id}/suggestions': ['events:read', 'shifts:read', 'people:read', 'requests:read', 'training:read'],
  'GET /events/templates': ROSTER_READ,
  'POST /events/templates': ['events:read', 'shifts:write'],
  'GET /events/templates/{id}': ROSTER_READ,
  'DELETE /events/templates/{id}': ['events:read', 'shifts:write'],
  'PUT /roster/publish': ROSTER,
  'POST /roster/publish': ROSTER,
  'PUT /roster/publish/undo': ROSTER,
  'POST /roster/publish/proof': ROSTER,
  'POST /roster/publish/later': ROSTER,
  'PUT /roster/publish/later/{id}/cancel': ROSTER,
  'PUT /roster/people': ROSTER,
  'POST /roster/people': ROSTER,
  'PUT /shifts/staged': ROSTER,
  'PUT /records/staged': ['training:write'],
  'PUT /shifts/{id}/person': ROSTER,
  'PUT /shifts/{id}/publish': ['shifts:write'],
  'PUT /shifts/{id}/unpublish': ['shifts:write'],
  'GET /timesheets': HOURS_READ,
  'GET /timesheets/day': HOURS_READ,
  'GET /timesheets/forgotten': HOURS_READ,
  'GET /timesheets/far_longer': HOURS_READ,
  'GET /timesheets/export.csv': HOURS_READ,
  'PUT /timesheets/end_as_planned': ['shifts:write'],
  'PUT /timesheets/keep_hours': ['shifts:write'],
  'PUT /timesheets/former/{id}': ['shifts:write'],
  'PUT /requests/{id}/assign': ANSWER,
  'PUT /requests/{id}/undo': ANSWER,
  'POST /requests/{id}/preview': ANSWER,
  'PUT /requests/{id}/decline': ['requests:write'],
  'PUT /requests/{id}/reopen': ['requests:write'],
  'PUT /requests/assign': ANSWER,
  'PUT /requests/undo-assign': ANSWER,
  'POST /requests/preview': ANSWER,
  'PUT /requests/decline': ['requests:write'],
  'PUT /requests/reopen': ['requests:write'],
  'GET /timerequests': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
  'PUT /timerequests/{id}/agree': ANSWER,
  'PUT /timerequests/{id}/decline': ANSWER,
  'PUT /timerequests/{id}/undo': ANSWER,
  'POST /timerequests/{id}/preview': ANSWER,
  'GET /swaps': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
  'GET /swaps/{id}': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
  'POST /swaps': null,
  'GET /swaps/options': null,
  'PUT /swaps/{id}/accept': null,
  'PUT /swaps/{id}/decline': ANSWER,
  'PUT /swaps/{id}/withdraw': ANSWER,
  'PUT /swaps/{id}/approve': ANSWER,
  'GET /waiting': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
  'GET /waiting/{id}': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
  'POST /waiting': null,
  'DELETE /waiting/{id}': ANSWER,
  'PUT /waiting/{id}/accept': null,
  'PUT /waiting/{id}/decline': ANSWER,
  'PUT /waiting/{id}/offer': ANSWER,
  'GET /events/{id}/decide': ['events:read', 'people:read'],
  'PUT /events/{id}/decide': ['events:write', 'shifts:read', 'people:read'],
  'POST /events/{id}/decide/preview': ['events:write', 'shifts:read', 'people:read'],
  'POST /covers': COVER,
  'PUT /covers/start': COVER,
  'PUT /covers/{id}/pause': COVER,
  'PUT /covers/{id}/resume': COVER,
  'PUT /covers/{id}/advance': COVER,
  'PUT /covers/{id}/stop': COVER,
  'POST /covers/{id}/ask': COVER,
  'GET /shifts/{id}/thread': ['shifts:read', 'requests:read', 'people:read', 'messages:read'],
  'GET /covers/{id}/candidates': ['shifts:read', 'requests:read', 'people:read', 'training:read'],
  'GET /shifts/{id}/answer/preview': ['shifts:read', 'requests:read', 'people:read', 'training:read'],
  'PUT /coverasks/{id}/answer': null,
  'GET /shifts/{id}/times': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
  'POST /records/add': ['training:write'],
  'DELETE /people/{id}/sessions': ['people:write'],
  'PUT /people/{id}/unblock': ['people:write'],
  'PUT /messages/{id}/send': [
    'messages:write',
    'people:read',
    'events:read',
    'shifts:read',
    'requests:read',
    'training:read',
  ],
  'PUT /messages/draft': ['messages:write'],
  'PUT /messages/{id}/cancel': ['messages:write'],
  'PUT /messages/{id}/pause': ['messages:write'],
  'PUT /messages/{id}/resume': ['messages:write'],
  'PUT /messages/{id}/retry': ['messages:write'],
  'GET /messages/failures': ['messages:read'],
  'GET /messages/{id}/recipients': ['messages:read', 'people:read'],
  'GET /messages/{id}/recipients/export.csv': ['messages:read', 'people:read'],
  'GET /messages/{id}/check': AUDIENCE,
  'GET /messages/{id}/links': ['messages:read'],
  'GET /messages/{id}/preview': AUDIENCE,
  'GET /messages/{id}/readers': AUDIENCE,
  'POST /messages/{id}/test': null,
  'POST /messages/{id}/attachments': ['messages:write'],
  'PUT /messages/{id}/attachments': ['messages:write'],
  'GET /messages/{id}/attachments/{file}': ['messages:read'],
  'DELETE /messages/{id}/attachments/{file}': ['messages:write'],
  'POST /messages/pictures': ['messages:write'],
  'POST /messages/audience': AUDIENCE,
  'GET /deliveries/explain': AUDIENCE,
  'PUT /messagetemplates/draft': ['messages:write'],
  'POST /messagetemplates/preview': AUDIENCE,
  'POST /messagetemplates/readers': AUDIENCE,
  'POST /messagetemplates/starters': ['messages:write'],
  'PUT /deliveries/{id}/resend': ['messages:write', 'people:read', 'events:read', 'shifts:read'],

  'GET /imports': ['events:read', 'shifts:read', 'people:read'],
  'POST /imports/preview': ['events:read', 'shifts:read', 'people:read'],
  'POST /imports/notifies': ['events:write', 'shifts:write', 'people:read'],
  'POST /imports': ['events:write', 'shifts:write', 'people:read'],
  'POST /imports/{id}/undo': ['events:write', 'shifts:write', 'people:read'],

  'PUT /signinproviders/{provider}': null,
  'DELETE /signinproviders/{provider}': null,
  'PUT /apikeys/{id}/revoke': null,
  'PUT /kiosks/{id}/revoke': null,
  'POST /kiosks/{id}/code': null,
  'POST /auth/impersonate': null,
  'POST /auth/unimpersonate': null,
  'POST /auth/reauth': null,
  'GET /auth/user': null,
  'GET /auth/factors': null,
  'POST /auth/passkeys': null,
  'POST /auth/passkeys/options': null,
  'DELETE /auth/passkeys/{id}': null,
  'POST /auth/recovery-codes': null,
  'POST /auth/totp': null,
  'PUT /auth/totp': null,
  'DELETE /auth/totp': null,
  'GET /sessions': null,
  'DELETE /sessions': null,
  'DELETE /sessions/{id}': null,
  'GET /dashboard': null,
  'GET /events/calendar': null,
  'GET /calendarfeed': null,
  'POST /calendarfeed': null,
  'DELETE /calendarfeed': null,
  'POST /requests/batch': null,
  'POST /availability/tell': null,
  'PUT /requests/withdraw': null,
  'PUT /shifts/{id}/answer': null,
  'PUT /shifts/answers': null,
  'PUT /shifts/{id}/start': null,
  'DELETE /shifts/{id}/start': null,
  'PUT /shifts/{id}/times': null,
  'DELETE /shifts/{id}/times': null,
  'PUT /shifts/{id}/end': null,
  'GET /shifts/open': null,
  'PUT /shifts/{id}/take': null,
  'PUT /shifts/{id}/give_back': null,
  'POST /people/invite': null,
  'PUT /people/{id}/correct_email': null,
  'GET /people/unblock_self': null,
  'PUT /people/unblock_self': null,
  'GET /people/{id}/merge': null,
  'POST /people/{id}/merge': null,
  'POST /setup/merge': null,
  'POST /people/{id}/upload_image': null,
  'DELETE /people/{id}/remove_image': null,
  'GET /people/messages_self': null,
  'PUT /people/change_email_self': null,
  'POST /people/change_email_self': null,
  'DELETE /people/change_email_self': null,
  'PUT /people/change_settings_self': null,
  'PUT /people/set_password_self': null,
  'PUT /people/phone_change_self': null,
  'POST /people/phone_change_self': null,
  'PUT /people/verify_check': null,
  'POST /people/verify_check': null,
  'POST /people/upload_image_self': null,
  'DELETE /people/remove_image_self': null,
  'POST /people/download_self': null,
  'POST /people/delete_self': null,
  'DELETE /people/delete_self': null,
  'POST /people/renew_email_link_self': null,
  'POST /people/send_confirmation_self': null,
}

export const isListedCall = (method: string, path: string) => Object.hasOwn(CALLS, `${method} ${path}`)

/** Returns the scopes of a call by its method and path (`/events/{id}/publish`). Unlisted calls are not for keys. */
export const scopesOfCall = (method: string, path: string): CallScopes => CALLS[`${method} ${path}`] ?? null

const PARTS = Object.keys(CALLS).map((key) => ({ key, parts: key.split(/[ /]+/) }))

/** Returns the scopes of a called address: `/api/events/4/publish`. A literal part is preferred to a variable one. */
export function scopesOfAddress(method: string, pathname: string): CallScopes {
  const segments = [method === 'HEAD' ? 'GET' : method, ...pathname.split('/').filter(Boolean).slice(1)]
  const varies = (part: string) => part.startsWith('{')
  const [match] = PARTS.filter(
    ({ parts }) => parts.length === segments.length && parts.every((part, i) => varies(part) || part === segments[i]),
  ).sort((a, b) => a.parts.filter(varies).length - b.parts.filter(varies).length)
  return match ? (CALLS[match.key] ?? null) : null
}
