import { choiceLabel } from '#app/collections/choice-label.ts'
import { formatInstant } from '#app/ui/date-format.ts'
import { withNames } from '#server/deliveries/texts/fields.pure.ts'
import type { Audience, Exclusion, Switch } from '#server/messages/audience/contract.ts'
import type { MessageKind } from '../draft-state.ts'

export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

const SHIFT_STATES: Record<NonNullable<Audience['shift_state']>, string> = {
  published: 'published',
  asked: 'without an answer',
  confirmed: 'confirmed',
  declined: 'cannot come',
  unpublished: 'not yet published',
}

type Scope = { names: Names; dateFormat: string }

const orList = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')

/** Describes a rule as text. Days are in the reader's format. */
export function ruleText(key: string, audience: Audience, { names, dateFormat }: Scope): string {
  const name = (collection: string, id: number | null | undefined) => names[collection]?.[String(id)] ?? `no. ${id}`
  const anyOf = (collection: string, ids: readonly number[] = []) => orList(ids.map((id) => name(collection, id)))
  const day = (date: string | undefined) => (date ? formatInstant(`${date}T00:00:00Z`, 'UTC', dateFormat) : '')
  const period = (rule: NonNullable<Audience['hours']>, unit: string) => {
    const { at_least, at_most, from, to } = rule
    const limits = [
      at_least !== undefined && `at least ${at_least}`,
      at_most !== undefined && `at most ${at_most}`,
    ].filter(Boolean)
    return `${choiceLabel(limits.join(' and '))} ${unit}, ${day(from)} to ${day(to)}`
  }
  switch (key) {
    case 'everyone':
      return 'Every active person'
    case 'shift': {
      const { event, series, day: date, day_to, roles, assignments, shift_state } = audience
      const parts = [
        event && name('events', event),
        series && `an event of ${name('series', series)}`,
        date && (day_to ? `${day(date)} to ${day(day_to)}` : day(date)),
        roles && `as ${anyOf('roles', roles)}`,
        assignments && anyOf('assignments', assignments),
        shift_state && SHIFT_STATES[shift_state],
      ].filter(Boolean)
      return parts.join(', ')
    }
    case 'requested': {
      const { event, series } = audience.requested ?? {}
      return event ? name('events', event) : `an event of ${name('series', series)}`
    }
    case 'competencies':
      return `Holds ${anyOf('competencies', audience.competencies)} today`
    case 'competency': {
      const { state, competencies, on, within_days } = audience.competency ?? {}
      const held = anyOf('competencies', competencies)
      if (state === 'expires')
        return `Holds ${held}, expiring within ${within_days === 1 ? '1 day' : `${within_days} days`}`
      const when = on ? `on ${day(on)}` : 'today'
      return state === 'lacks' ? `Does not hold ${held} ${when}` : `Holds ${held} ${when}`
    }
    case 'availability': {
      const { day: date, state } = audience.availability ?? {}
      const said = { available: 'Available', if_required: 'Available only if required', unavailable: 'Unavailable' }
      return `${said[state ?? 'available']} on ${day(date)}`
    }
    case 'access_role':
      return audience.access_role === 'admin' ? 'Admins' : 'Users'
    case 'tags':
      return orList(audience.tags ?? [])
    case 'profile':
      return `${name('profilefields', audience.profile?.field)}: ${audience.profile?.value}`
    case 'hours':
      return audience.hours ? period(audience.hours, 'hours') : ''
    case 'shifts':
      return audience.shifts ? period(audience.shifts, 'shifts') : ''
    case 'last_shift_before':
      return `None since ${day(audience.last_shift_before)}`
    case 'joined_since':
      return `On ${day(audience.joined_since)} or later`
    case 'missed':
      return withNames(name('messages', audience.missed))
    case 'listed': {
      const filters = Object.entries(audience.filters ?? {}).map(([filter, value]) => `${filterLabel(filter)} ${value}`)
      const view = audience.view === undefined ? [] : [`saved view ${name('savedviews', audience.view)}`]
      return [...view, ...(filters.length ? [`filtered by ${filters.join(', ')}`] : [])].join(', ')
    }
    default:
      return ''
  }
}

const OPERATORS: Record<string, string> = { ne: 'not', gt: 'over', gte: 'from', lt: 'under', lte: 'up to', eq: 'is' }

const filterLabel = (filter: string): string => {
  const [field = '', operator = ''] = filter.split('__')
  return [field.replaceAll('_', ' '), OPERATORS[operator]].filter(Boolean).join(' ')
}

type Words = readonly [one: string, many: string]

const EMAIL: Record<Exclusion, Words> = {
  opted_out: ['switched these emails off', 'switched these emails off'],
  no_address: ['has no email address', 'have no email address'],
  blocked: ['has an address that bounced or marked us as spam', 'have an address that bounced or marked us as spam'],
  unverified: ['has no confirmed address', 'have no confirmed address'],
  sms_off: ['cannot get texts', 'cannot get texts'],
  inactive: ['is not active', 'are not active'],
  duplicate: [
    'shares an address with someone who gets it, so one email names both',
    'share an address with someone who gets it, so one email names both',
  ],
  limit: ['is over the limit', 'are over the limit'],
}

const SMS: Record<Exclusion, Words> = {
  ...EMAIL,
  opted_out: ['switched texts off', 'switched texts off'],
  no_address: ['has no phone number', 'have no phone number'],
  blocked: ['answered STOP', 'answered STOP'],
  unverified: ['has no verified phone', 'have no verified phone'],
  sms_off: ['gets none, because texts are off for this club', 'get none, because texts are off for this club'],
  duplicate: [
    'shares a number with someone who gets it, so one text is for both',
    'share a number with someone who gets it, so one text is for both',
  ],
}

/** Why people do not get a message, to follow their number. */
export const exclusionText = (kind: MessageKind, reason: Exclusion, count: number): string =>
  (kind === 'sms' ? SMS : EMAIL)[reason][count === 1 ? 0 : 1]

/** Of the text of an email. */
export const TEXT_SWITCH = 'The text goes to those of them who want texts and have a verified number.'

export const SWITCH_TEXT: Record<Switch, string> = {
  email_notifications: 'This is about events and shifts, so it goes to people who get emails about their shifts.',
  email_newsletters: 'This isn’t about an event or a shift, so it goes to people who want messages from the club.',
  sms_notifications: 'It goes to people who want texts and have a verified number.',
}
