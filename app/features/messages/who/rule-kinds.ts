import type { Audience } from '#server/messages/audience/contract.ts'

type Values = Readonly<Record<string, unknown>>

export type RuleField = { name: string; label: string; required?: true; shown?: (values: Values) => boolean } & (
  | { kind: 'record' | 'records'; collection: string }
  | { kind: 'day' | 'number' | 'text' | 'words' }
  | { kind: 'choice'; choices: readonly (readonly [value: string, label: string])[] }
)

/** A rule in its form. Its values are parts of the audience, or of the part named by `nested`. */
export type RuleKind = {
  key: string
  label: string
  keys: readonly (keyof Audience)[]
  nested?: keyof Audience
  fields: readonly RuleField[]
  hint?: string
  /** Checks the values as a whole; the message appears under one of the fields. */
  check?: (values: Values) => Record<string, string> | null
}

const one = (name: string, label: string, collection: string): RuleField => ({
  name,
  label,
  kind: 'record',
  collection,
})
const many = (name: string, label: string, collection: string): RuleField => ({
  name,
  label,
  kind: 'records',
  collection,
})
const day = (name: string, label: string): RuleField => ({ name, label, kind: 'day' })
const required = (field: RuleField): RuleField => ({ ...field, required: true })

const PERIOD = [
  required(day('from', 'First day')),
  required(day('to', 'Last day')),
  { name: 'at_least', label: 'At least', kind: 'number' },
  { name: 'at_most', label: 'At most', kind: 'number' },
] as const satisfies readonly RuleField[]

const checkPeriod = ({ from, to, at_least, at_most }: Values) => {
  if (String(from) > String(to)) return { to: 'Must not be before the first day.' }
  return at_least === undefined && at_most === undefined ? { at_least: 'Enter a minimum, a maximum or both.' } : null
}

export const RULE_KINDS: readonly RuleKind[] = [
  { key: 'everyone', label: 'Everyone', keys: ['everyone'], fields: [] },
  {
    key: 'shift',
    label: 'On a shift',
    keys: ['event', 'series', 'day', 'day_to', 'roles', 'assignments', 'shift_state'],
    hint: 'People with a shift that matches all of this. Leave anything blank to ignore it. Unpublished shifts count only if you choose them.',
    fields: [
      one('event', 'Event', 'events'),
      one('series', 'Series', 'series'),
      day('day', 'Day'),
      day('day_to', 'Until (that day only if blank)'),
      many('roles', 'Role', 'roles'),
      many('assignments', 'Assignment', 'assignments'),
      {
        name: 'shift_state',
        label: 'The shift is',
        kind: 'choice',
        choices: [
          ['', 'Published'],
          ['asked', 'Published, no reply yet'],
          ['confirmed', 'Published and confirmed'],
          ['declined', 'Published, and they can’t come'],
          ['unpublished', 'Not yet published'],
        ],
      },
    ],
    check: (values) => {
      const { day: from, day_to: to } = values
      if (to !== undefined && (from === undefined || String(to) < String(from)))
        return { day_to: 'Must not be before the first day.' }
      return Object.keys(values).length ? null : { event: 'Choose at least one of these.' }
    },
  },
  {
    key: 'requested',
    label: 'Asked to help',
    keys: ['requested'],
    nested: 'requested',
    hint: 'People who asked to help at the event, or at one of the series, and haven’t had an answer.',
    fields: [one('event', 'Event', 'events'), one('series', 'Series', 'series')],
    check: ({ event, series }) =>
      (event === undefined) === (series === undefined) ? { event: 'Choose an event or a series.' } : null,
  },
  {
    key: 'competencies',
    label: 'Competency',
    keys: ['competencies'],
    fields: [required(many('competencies', 'Holds one of these today', 'competencies'))],
  },
  {
    key: 'competency',
    label: 'Competency on a date',
    keys: ['competency'],
    nested: 'competency',
    fields: [
      {
        name: 'state',
        label: 'Who',
        kind: 'choice',
        choices: [
          ['holds', 'Holds one of them'],
          ['lacks', 'Holds none of them'],
          ['expires', 'Holds one that expires soon'],
        ],
      },
      required(many('competencies', 'Competencies', 'competencies')),
      { ...day('on', 'On (today if blank)'), shown: ({ state }) => state !== 'expires' },
      {
        ...required({ name: 'within_days', label: 'Expires within days', kind: 'number' }),
        shown: ({ state }) => state === 'expires',
      },
    ],
  },
  {
    key: 'availability',
    label: 'Availability',
    keys: ['availability'],
    nested: 'availability',
    hint: 'People who have said so for this day. Anyone who hasn’t said is left out.',
    fields: [
      required(day('day', 'Day')),
      {
        name: 'state',
        label: 'Said',
        kind: 'choice',
        choices: [
          ['available', 'Available'],
          ['if_required', 'Only if required'],
          ['unavailable', 'Unavailable'],
        ],
      },
    ],
  },
  {
    key: 'access_role',
    label: 'Access',
    keys: ['access_role'],
    fields: [
      {
        name: 'access_role',
        label: 'Access',
        kind: 'choice',
        choices: [
          ['user', 'Users'],
          ['admin', 'Admins'],
        ],
      },
    ],
  },
  {
    key: 'tags',
    label: 'Tag',
    keys: ['tags'],
    fields: [required({ name: 'tags', label: 'Has one of these tags', kind: 'words' })],
    hint: 'Press Enter after each tag.',
  },
  {
    key: 'profile',
    label: 'Profile field',
    keys: ['profile'],
    nested: 'profile',
    fields: [
      required(one('field', 'Profile field', 'profilefields')),
      required({ name: 'value', label: 'Is', kind: 'text' }),
    ],
  },
  {
    key: 'hours',
    label: 'Hours',
    keys: ['hours'],
    nested: 'hours',
    hint: 'Recorded hours of shifts that started on these days.',
    fields: PERIOD,
    check: checkPeriod,
  },
  {
    key: 'shifts',
    label: 'Number of shifts',
    keys: ['shifts'],
    nested: 'shifts',
    hint: 'Shifts that start on these days.',
    fields: PERIOD,
    check: checkPeriod,
  },
  {
    key: 'last_shift_before',
    label: 'Last shift',
    keys: ['last_shift_before'],
    fields: [required(day('last_shift_before', 'No shift since'))],
  },
  {
    key: 'joined_since',
    label: 'Joined',
    keys: ['joined_since'],
    fields: [required(day('joined_since', 'On this day or later'))],
  },
  {
    key: 'missed',
    label: 'Didn’t get a message',
    keys: ['missed'],
    fields: [required(one('missed', 'Message', 'messages'))],
  },
  {
    key: 'listed',
    label: 'List of people',
    keys: ['view', 'filters'],
    fields: [required(one('view', 'Saved view of the list of people', 'savedviews'))],
  },
]

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const given = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)))

export const hasRule = (audience: Audience, { keys }: RuleKind): boolean => keys.some((key) => isGiven(audience[key]))

/** A rule's form values; for a new rule the first of each choice. */
export function ruleValues(audience: Audience, { keys, nested, fields }: RuleKind): Record<string, unknown> {
  const choices = fields.flatMap((field) => (field.kind === 'choice' ? [[field.name, field.choices[0]?.[0]]] : []))
  const stored = nested ? audience[nested] : Object.fromEntries(keys.map((key) => [key, audience[key]]))
  return { ...Object.fromEntries(choices), ...given((stored ?? {}) as Values) }
}

export const withoutRule = (audience: Audience, { keys }: RuleKind): Audience =>
  Object.fromEntries(Object.entries(audience).filter(([key]) => !keys.includes(key as keyof Audience)))

/** Merges a form's values into an audience, or returns the errors by field. */
export function applyRule(
  audience: Audience,
  kind: RuleKind,
  values: Values,
): { audience: Audience } | { errors: Record<string, string> } {
  const shown = kind.fields.filter((field) => field.shown?.(values) ?? true)
  const own = given(Object.fromEntries(shown.map(({ name }) => [name, values[name]])))
  const missing = shown.filter((field) => field.required && !(field.name in own))
  if (missing.length) return { errors: Object.fromEntries(missing.map(({ name }) => [name, 'Required.'])) }
  const errors = kind.check?.(own)
  if (errors) return { errors }
  const parts = kind.fields.length === 0 ? { [kind.key]: true } : kind.nested ? { [kind.nested]: own } : own
  return { audience: { ...withoutRule(audience, kind), ...parts } as Audience }
}
