import { type AuditLine, actionLabel } from './contract.ts'

/** Fields whose names are not what people call them. */
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

/** Fields whose words differ by collection. */
const OWN_WORDS: Record<string, Record<string, string>> = {
  people: { role: 'access role' },
  shifts: { draft: 'publication' },
}

const MAX_NAMED = 3
const MAX_TEXT = 60

const wordsOf = (area: string, field: string) =>
  OWN_WORDS[area]?.[field] ?? FIELD_WORDS[field] ?? field.replaceAll('_', ' ')

const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

/** Whether a value can be quoted: a short text, no code of a colour, and no instant, which the log has in UTC. */
const isQuotable = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT && !isColor(value) && !/^\d{4}-\d\d-\d\d(T|$)/.test(value)

function listed(words: readonly string[]): string {
  const named = words.length > MAX_NAMED ? words.slice(0, MAX_NAMED - 1) : words
  const rest = words.length - named.length
  const all = rest ? [...named, `${rest} more`] : named
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/**
 * Says what a line did: a change of a record names its fields ("Changed the name and address"), and quotes a single text from and
 * to. Other actions have their words.
 */
export function lineLabel({ action, details }: Pick<AuditLine, 'action' | 'details'>): string {
  const [area = '', verb] = action.split('.')
  const fields = Object.keys(details)
  const [first] = fields
  if (verb !== 'update' || first === undefined) return actionLabel(action)
  const what = `Changed the ${listed([...new Set(fields.map((field) => wordsOf(area, field)))])}`
  const change = details[first]
  if (fields.length > 1 || !Array.isArray(change)) return what
  const [from, to] = change
  if (first === 'archived') return to === true ? 'Archived it' : 'Took it out of the archive'
  if (isQuotable(from) && isQuotable(to) && from && to) return `${what} from “${from}” to “${to}”`
  if (isQuotable(to) && to && !from) return `${what} to “${to}”`
  return what
}

/** The colours that a line changed from and to as `#rrggbb`, null for none; null for a line that changed anything else. */
export function colorChange({
  action,
  details,
}: Pick<AuditLine, 'action' | 'details'>): { from: string | null; to: string | null } | null {
  const [change, ...others] = Object.values(details)
  if (!action.endsWith('.update') || others.length || !Array.isArray(change)) return null
  const [from, to] = change.map((value) => (isColor(value) ? value : null))
  return from || to ? { from: from ?? null, to: to ?? null } : null
}
