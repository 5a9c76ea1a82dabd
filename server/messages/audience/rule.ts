import type { RawBuilder } from 'kysely'
import type { Audience } from './contract.ts'

/** What rules need beside their own values. */
export type RuleScope = {
  /** Today's date in the site's zone. */
  today: string
  timezone: string
  /** The people that the saved view and the filters list; null without either. */
  listed: readonly number[] | null
}

/** A record that an audience names, so that one of another site is found out. */
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

/** One rule of an audience: it narrows by the parts of it that `keys` name. */
export type Rule = {
  keys: readonly (keyof Audience)[]
  /** What it is called on screen. */
  label: string
  /** Builds SQL that is true for the people `p` who match; null when the audience has no such part. */
  sql: (audience: Audience, scope: RuleScope) => RawBuilder<boolean> | null
  references?: (audience: Audience) => Reference[]
}

export const referencesTo = (table: ReferenceTable, ids: readonly (number | null | undefined)[] | undefined) =>
  (ids ?? []).flatMap((id): Reference[] => (typeof id === 'number' ? [{ table, id }] : []))
