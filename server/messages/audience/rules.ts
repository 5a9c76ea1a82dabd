import type { Audience } from './contract.ts'
import { type Reference, type Rule, referencesTo } from './rule.ts'
import { accessRole } from './rules/access-role.ts'
import { availability } from './rules/availability.ts'
import { competencies, competency } from './rules/competency.ts'
import { hours, shifts } from './rules/effort.ts'
import { everyone } from './rules/everyone.ts'
import { joined } from './rules/joined.ts'
import { lastShift } from './rules/last-shift.ts'
import { listed } from './rules/listed.ts'
import { missed } from './rules/missed.ts'
import { profile } from './rules/profile.ts'
import { requested } from './rules/requested.ts'
import { shift } from './rules/shift.ts'
import { tags } from './rules/tags.ts'

/** All rules of an audience, in the order in which screens offer them. */
export const RULES: readonly Rule[] = [
  everyone,
  shift,
  requested,
  competencies,
  competency,
  availability,
  accessRole,
  tags,
  profile,
  hours,
  shifts,
  lastShift,
  joined,
  missed,
  listed,
]

/** The records that an audience names. */
export const referencesOf = (audience: Audience): Reference[] => [
  ...RULES.flatMap(({ references }) => references?.(audience) ?? []),
  ...referencesTo('people', [...(audience.people ?? []), ...(audience.except ?? [])]),
]
