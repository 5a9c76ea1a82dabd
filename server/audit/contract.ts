import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const AUDIT_PAGE_SIZE = 50

/** A line of the log for admins. `at` is an ISO text in UTC; names are the current ones. */
export type AuditLine = {
  id: number
  at: string
  action: string
  label: string
  /** The actor: `person:4`, `system`, `kiosk:1`, `key:2`; `operator:3` acts as `person`. */
  actor: string
  person: number | null
  person_name: string | null
  impersonator: number | null
  impersonator_name: string | null
  /** The email of an operator who acted as the person; null for a former one, and for every other actor. */
  operator_name: string | null
  subject: string
  subject_id: number | null
  /** The subject's name; for a shift its event's, for a request or a record its person's. */
  subject_name: string | null
  details: Record<string, unknown>
}

/** `next` is the cursor of the next page; null on the last. */
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

export const NOUNS: Record<string, string> = {
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
  messages: 'message',
  deliveries: 'delivery',
  covers: 'search for cover',
  coverasks: 'request to cover',
  swaps: 'swap',
  imports: 'import',
  savedviews: 'saved view',
  messagetemplates: 'template',
  sites: 'site',
  sign_in_providers: 'sign-in provider',
}

/** "role Race team", "shift at Mooring check". A subject without a name is shown by its number. */
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

/** Names an actor that is no person: the product, a kiosk, or a program with a key. */
export const actorLabel = (actor: string): string =>
  actor === 'system'
    ? 'Watchbill'
    : actor
        .replace(/^kiosk:/, 'kiosk ')
        .replace(/^key:/, 'API key ')
        .replace(':', ' ')

export const isOperator = (actor: string): boolean => actor === 'operator' || actor.startsWith('operator:')

/** Names an operator of the platform, who acts as an admin. */
export const operatorLabel = ({ operator_name }: Pick<AuditLine, 'operator_name'>): string =>
  `${operator_name ?? 'A former operator'} of the platform`
