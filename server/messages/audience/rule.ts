import type { RawBuilder } from 'kysely'
import type { Audience } from './contract.ts'

export type RuleScope = {
  today: string
  timezone: string
  /** People of the saved view and filters; null without either. */
  listed: readonly number[] | null
}

/** A record in an audience, to be checked against the site's. */
export type Reference = { table: ReferenceTable; id: number }
export type ReferenceTable =
  | 'assignments'
  | 'competencies'
  | 'events'
  | 'messages'
  | 'people'
  | 'profilefields'
  | 'roles'
  | 'savedviews'
  | 'series'

/** A rule of an audience, applied to the parts in `keys`. */
export type Rule = {
  keys: readonly (keyof Audience)[]
  label: string
  /** Returns a condition on people `p`; null if the audience has no such part. */
  sql: (audience: Audience, scope: RuleScope) => RawBuilder<boolean> | null
  references?: (audience: Audience) => Reference[]
}

export const referencesTo = (table: ReferenceTable, ids: readonly (number | null | undefined)[] | undefined) =>
  (ids ?? []).flatMap((id): Reference[] => (typeof id === 'number' ? [{ table, id }] : []))
