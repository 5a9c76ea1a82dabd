import { declared } from '#server/engine/features.ts'
import { isColor } from './color-change.pure.ts'
import { type AuditLine, NOUNS } from './contract.ts'

/** Labels for fields whose names users do not know. */
const FIELD_WORDS: Record<string, string> = {
  actual_end: 'recorded end',
  actual_start: 'recorded start',
  color: 'colour',
  default_duration: 'usual length',
  display_name: 'name',
  entry_type: 'profile field',
  eventtype: 'event type',
  is_active: 'status',
  modified_end: 'agreed end',
  modified_start: 'agreed start',
  required: 'requirement',
  user_editable: 'editing by members',
  user_visible: 'visibility',
  valid_months: 'validity',
}

const OWN_WORDS: Record<string, Record<string, string>> = {
  people: { role: 'access role' },
  shifts: { draft: 'publication' },
  settings: {
    dateFormat: 'date format',
    timeFormat: 'time format',
    hidden_external_calendars: 'calendars shown',
    email_notifications: 'notifications by email',
    email_reminders: 'reminders by email',
    email_newsletters: 'messages by email',
    sms_notifications: 'notifications by text',
    cover_requests: 'requests to cover',
  },
  site: {
    shortname: 'short name',
    contact_name: 'contact person',
    url: 'website',
    timezone: 'time zone',
    locale: 'language',
    default_country_code: 'country of phone numbers',
    sms_enabled: 'sending of texts',
    feature_timesheets: 'timesheets',
    self_assign: 'taking of open shifts',
    ask_answers: 'asking whether people will be there',
    ask_weeks: 'time of asking',
    answer_by_days: 'time of asking once more',
    allow_release: 'leaving of shifts',
    release_days: 'time until which a shift can be left',
    approve_swaps: 'approval of swaps',
    rest_hours: 'rest between shifts',
    cover_needs_sign_in: 'members who have never signed in',
    cover_rungs: 'groups asked to cover',
    hide_account_existence: 'hiding of registered emails',
    reminder_offsets: 'reminders',
    quiet_start: 'start of quiet hours',
    quiet_end: 'end of quiet hours',
    sms_price: 'price of a text',
    allowed_external_calendars: 'other calendars',
    embed_origins: 'websites that show the calendar',
  },
}

const MAX_NAMED = 3
const MAX_TEXT = 60

/** @param action the action that changed the field. */
export const fieldWords = (action: string, field: string): string =>
  OWN_WORDS[action.split('.')[0] ?? '']?.[field] ?? FIELD_WORDS[field] ?? field.replaceAll('_', ' ')

/** Quotable: short, and neither a colour nor an instant, which the log has in UTC. */
const isQuotable = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT && !isColor(value) && !/^\d{4}-\d\d-\d\d(T|$)/.test(value)

function listed(words: readonly string[]): string {
  const named = words.length > MAX_NAMED ? words.slice(0, MAX_NAMED - 1) : words
  const rest = words.length - named.length
  const all = rest ? [...named, `${rest} more`] : named
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const keysOf = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : [])

export function changedFields({ action, details }: Pick<AuditLine, 'action' | 'details'>): string[] {
  if (action.endsWith('.update')) return keysOf(details)
  if (action === 'site.change') return Array.isArray(details.fields) ? details.fields.map(String) : []
  return action === 'settings.change' ? [...keysOf(details.switches), ...keysOf(details.settings)] : []
}

/**
 * Describes a line: an update names its fields ("Changed the name and address") and quotes a single text from and to.
 */
export function lineLabel({ action, details }: Pick<AuditLine, 'action' | 'details'>): string {
  const fields = changedFields({ action, details })
  const [first] = fields
  if (first === undefined) return labelByDetail({ action, details }) ?? actionLabel(action)
  const what = `Changed the ${listed([...new Set(fields.map((field) => fieldWords(action, field)))])}`
  const change = details[first]
  if (fields.length > 1 || !Array.isArray(change)) return what
  const [from, to] = change
  if (first === 'archived') return to === true ? 'Archived it' : 'Took it out of the archive'
  if (isQuotable(from) && isQuotable(to) && from && to) return `${what} from “${from}” to “${to}”`
  if (isQuotable(to) && to && !from) return `${what} to “${to}”`
  return what
}

function labelByDetail({ action, details }: Pick<AuditLine, 'action' | 'details'>): string | undefined {
  const by = declared().audit.get(action)
  return typeof by === 'object' && by.detail in details ? by.labels[String(details[by.detail])] : undefined
}

const UNCOUNTED = new Set(['series', 'equipment', 'training'])
const PLURALS: Record<string, string> = {
  people: 'people',
  competencies: 'competencies',
  profileentries: 'profile entries',
  availability: 'availability',
  news: 'news',
  deliveries: 'deliveries',
  covers: 'searches for cover',
  coverasks: 'requests to cover',
}

const article = (noun: string) => (/^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`)

const VERBS: Record<string, string> = {
  create: 'Created',
  update: 'Changed',
  remove: 'Deleted',
  restore: 'Restored',
  export: 'Exported',
  import: 'Imported',
}
const OF_MANY = new Set(['export', 'import'])

function nounOf(area: string, verb: string): string {
  const noun = NOUNS[area]
  if (noun === undefined || UNCOUNTED.has(area)) return noun ?? area.replaceAll('_', ' ')
  return OF_MANY.has(verb) ? (PLURALS[area] ?? `${noun}s`) : article(noun)
}

/** Describes an action; composes a label from its parts where none is declared. */
export function actionLabel(action: string): string {
  const [area = '', verb = ''] = action.split('.')
  const known = declared().audit.get(action)
  if (known) return typeof known === 'string' ? known : known.label
  if (verb === 'merge' && NOUNS[area]) return `Merged another ${NOUNS[area]} with this one`
  if (!VERBS[verb]) return `${area.replaceAll('_', ' ')}: ${verb.replaceAll('_', ' ')}`
  return `${VERBS[verb]} ${nounOf(area, verb)}`
}
