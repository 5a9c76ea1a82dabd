import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const AUDIT_PAGE_SIZE = 50

/** One line of the log, for an admin. `at` is an ISO text in UTC; names are the current ones. */
export type AuditLine = {
  id: number
  at: string
  action: string
  /** The actor: `person:4`, `system`, `kiosk:1`, `key:2`. */
  actor: string
  person: number | null
  person_name: string | null
  /** The admin who acted as that person. */
  impersonator: number | null
  impersonator_name: string | null
  subject: string
  subject_id: number | null
  /** The subject's name; for a shift its event's, for a request or a record its person's. */
  subject_name: string | null
  details: Record<string, unknown>
}

/** `next` continues after the last line; null on the last page. */
export type AuditPage = { lines: AuditLine[]; next: number | null }

const AREA_MESSAGE = 'Must be the first part of an action, such as session.'

const id = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
)

export const auditQuery = z.object({
  person: id,
  event: z.preprocess(
    (value) => (value === '' ? undefined : value),
    boundedText({ max: 40, tooLong: AREA_MESSAGE })
      .regex(/^[a-z_]{1,40}$/, AREA_MESSAGE)
      .optional(),
  ),
  before: id,
  limit: z.coerce.number().int().min(1).max(200).default(AUDIT_PAGE_SIZE),
})
export type AuditQuery = z.infer<typeof auditQuery>

/** The areas that filter the log: the first part of an action. */
export const AREAS: readonly { area: string; label: string }[] = [
  { area: 'session', label: 'Signing in and out' },
  { area: 'password', label: 'Passwords' },
  { area: 'email', label: 'Email addresses' },
  { area: 'phone', label: 'Phone numbers' },
  { area: 'factor', label: 'Second factors' },
  { area: 'impersonation', label: 'Acting as somebody' },
  { area: 'people', label: 'People' },
  { area: 'events', label: 'Events' },
  { area: 'shifts', label: 'Shifts' },
  { area: 'request', label: 'Answers to requests' },
  { area: 'kiosks', label: 'Kiosks' },
  { area: 'apikeys', label: 'API keys' },
  { area: 'site', label: 'Organisation' },
]

const LABELS: Record<string, string> = {
  'session.open': 'Signed in',
  'session.refused': 'A sign-in was refused',
  'session.close': 'Signed out',
  'session.end': 'Ended a session',
  'session.end_all': 'Ended all sessions',
  'session.confirm': 'Confirmed who they are',
  'session.reuse': 'A session key was reused; the session was ended',
  'messages.resend': 'Sent a message to them again',
  'password.reset_requested': 'Asked for a reset link',
  'password.reset': 'Reset the password with a link',
  'password.change': 'Changed the password',
  'email.change_requested': 'Asked to change the email',
  'email.change_cancelled': 'Cancelled the change of the email',
  'email.change': 'Changed the email',
  'email.prove': 'Confirmed the email',
  'email.confirm_requested': 'Asked for a link to confirm the email',
  'phone.code_sent': 'Code sent',
  'phone.alarm': 'Too many codes requested',
  'people.register': 'Registered',
  'people.invite': 'Invited by email',
  'people.join': 'Accepted the invitation',
  'people.approve': 'Was approved',
  'people.unblock': 'Messages are sent to the address again',
  'people.correct_email': 'The email was corrected',
  'people.merge': 'A registration was merged with this person',
  'people.disable': 'Was deactivated',
  'people.enable': 'Was activated again',
  'people.access_role': 'Access role changed',
  'people.erase': 'Was erased',
  'people.proved': 'Now signs in with the account of the confirmed email',
  'people.unlinked': 'Sign-in ended: the email was never confirmed',
  'people.rests': 'Access paused: the email changed before it was confirmed',
  'people.ended': 'Sign-in methods, feeds and keys ended: older than the confirmed email',
  'people.wiped': 'Sign-in methods, feeds and keys ended: the email is not confirmed',
  'impersonation.begin': 'Started acting as somebody',
  'impersonation.end': 'Stopped acting as somebody',
  'email_settings.change': 'Changed email preferences',
  'consent.give': 'Agreed to the privacy policy and terms',
  'site.create': 'Site created',
  'site.suspend': 'Site suspended',
  'site.resume': 'Site resumed',
  'site.change': 'Changed the organisation',
  'import.apply': 'Imported a file',
  'import.undo': 'Undid an import',
  'kiosks.pair': 'Paired a kiosk',
  'kiosks.revoke': 'Revoked a kiosk',
  'shift.publish_later': 'Planned to publish the shift',
  'shift.publish_never': 'Cancelled the planned publication of the shift',
  'shift.take_back_start': 'Took back the start of a shift',
  'shift.take_back_end': 'Took back the end of a shift',
  'request.ask_times': 'Asked for other times',
  'request.withdraw_times': 'Took back a request for other times',
  'request.agree_times': 'Agreed to other times',
  'request.decline_times': 'Declined other times',
  'request.undo_times': 'Undid the answer about other times',
  'shift.keep_hours': 'Kept hours far longer than planned',
  'shift.ask_hours': 'Asks again about hours far longer than planned',
  'apikeys.revoke': 'Revoked an API key',
}

/** Nouns for the subjects of the log, in the singular. */
const NOUNS: Record<string, string> = {
  people: 'person',
  events: 'event',
  series: 'series',
  eventtypes: 'event type',
  shifts: 'shift',
  requests: 'request',
  assignments: 'assignment',
  roles: 'role',
  locations: 'location',
  equipment: 'equipment',
  training: 'training',
  competencies: 'competency',
  records: 'record',
  profilefields: 'profile field',
  profileentries: 'profile entry',
  availability: 'day of availability',
  news: 'post',
  kiosks: 'kiosk',
  apikeys: 'API key',
  imports: 'import',
  savedviews: 'saved view',
  messagetemplates: 'template',
  sites: 'site',
  sign_in_providers: 'sign-in provider',
}
const UNCOUNTED = new Set(['series', 'equipment', 'training'])

const article = (noun: string) => (/^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`)

/**
 * Describes the subject of a line: "role Race team", "shift at Mooring check". A subject without a name is shown by its
 * number.
 */
export function subjectLabel({
  subject,
  subject_id,
  subject_name,
}: Pick<AuditLine, 'subject' | 'subject_id' | 'subject_name'>): string {
  const noun = NOUNS[subject] ?? subject.replaceAll('_', ' ')
  if (subject === 'sites') return 'this site'
  if (subject_name === null) return subject_id === null ? noun : `${noun} ${subject_id}`
  const joint = subject === 'shifts' ? ' at ' : ['requests', 'records', 'availability'].includes(subject) ? ' of ' : ' '
  return `${noun}${joint}${subject_name}`
}

/** Names an actor that is no person: the product itself, a kiosk, or a program with a key. */
export const actorLabel = (actor: string): string =>
  actor === 'system'
    ? 'Watchbill'
    : actor
        .replace(/^kiosk:/, 'kiosk ')
        .replace(/^key:/, 'API key ')
        .replace(':', ' ')

const VERBS: Record<string, string> = {
  create: 'Created',
  update: 'Changed',
  remove: 'Deleted',
  restore: 'Restored',
  export: 'Exported',
}

/** Describes an action; one without a text of its own is composed from its parts. */
export function actionLabel(action: string): string {
  const [area = '', verb = ''] = action.split('.')
  const words = (text: string) => text.replaceAll('_', ' ')
  const known = LABELS[action]
  if (known) return known
  if (verb === 'merge' && NOUNS[area]) return `Merged another ${NOUNS[area]} with this one`
  if (!VERBS[verb]) return `${words(area)}: ${words(verb)}`
  const noun = NOUNS[area]
  const singular = noun && verb !== 'export' && !UNCOUNTED.has(area)
  return `${VERBS[verb]} ${singular ? article(noun) : words(area)}`
}
