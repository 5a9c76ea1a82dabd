export const AREAS = [
  'people',
  'events',
  'shifts',
  'requests',
  'news',
  'training',
  'messages',
  'equipment',
  'organisation',
  'audit',
] as const
export type Area = (typeof AREAS)[number]

export const LEVELS = ['read', 'write'] as const
export type Level = (typeof LEVELS)[number]

/** A key's right in one area: `people:read`. Writing includes reading. */
export type Scope = `${Area}:${Level}`

export const AREA_LABELS: Readonly<Record<Area, { title: string; holds: string }>> = {
  people: { title: 'People', holds: 'Names, addresses, phones, profiles' },
  events: { title: 'Events', holds: 'Events, series, their types, locations' },
  shifts: { title: 'Shifts', holds: 'Rosters, hours, roles, assignments' },
  requests: { title: 'Requests', holds: 'Requests and availability' },
  news: { title: 'News', holds: 'Posts' },
  training: { title: 'Training', holds: 'Competencies, training, records' },
  messages: { title: 'Messages', holds: 'Messages, templates, deliveries' },
  equipment: { title: 'Equipment', holds: 'Equipment' },
  organisation: { title: 'Organisation', holds: 'The club’s data, kiosks, keys by name' },
  audit: { title: 'Audit log', holds: 'Who did what, in the areas the key reads' },
}

export const READ_ONLY: readonly Area[] = ['audit']

export const SCOPES: readonly Scope[] = AREAS.flatMap((area): Scope[] =>
  READ_ONLY.includes(area) ? [`${area}:read`] : [`${area}:read`, `${area}:write`],
)

export type KeyScopes = { scope: Level; scopes?: readonly Scope[] | null }

export function holdsScope({ scope, scopes }: KeyScopes, required: Scope): boolean {
  const [area, level] = required.split(':')
  if (!scopes) return level === 'read' || scope === 'write'
  return scopes.includes(`${area}:write` as Scope) || (level === 'read' && scopes.includes(required))
}

/** Orders scopes as the form does; drops repeats, and reading where there is writing. */
export const tidyScopes = (scopes: readonly Scope[]): Scope[] =>
  SCOPES.filter((scope) => scopes.includes(scope) && !(scope.endsWith(':read') && scopes.includes(writeScopeOf(scope))))

const writeScopeOf = (scope: Scope) => scope.replace(/read$/, 'write') as Scope

/** Null when the call is for people only. */
export type CallScopes = readonly Scope[] | null

export const ANSWER: CallScopes = ['requests:write', 'shifts:write', 'events:read', 'people:read']

export const ROSTER: CallScopes = ['events:read', 'shifts:write', 'people:read']

/** Broad, since an audience can filter by any fact about people. */
export const AUDIENCE: CallScopes = [
  'messages:read',
  'people:read',
  'events:read',
  'shifts:read',
  'requests:read',
  'training:read',
]
