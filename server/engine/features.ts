import type { RawBuilder } from 'kysely'
import { declareScopes } from './access/areas.ts'
import type { Ctx } from './access/context.ts'
import type { Area, CallScopes } from './access/scopes.pure.ts'
import type { SweepDeps } from './access/sweep.ts'
import type { Declaration } from './collections/define.ts'
import type { CollectionsEngine } from './collections/engine.ts'
import { processWide } from './kernel/process-wide.ts'

/** What a notice promised about a shift, now. `moved`: to other times or another place. */
export type PromisedRow = { id: number; open: boolean; answered: boolean; ended: string | null; moved: boolean }

/** A kind of roster notice, which a feature queues (`server/deliveries/roster-notices.ts`). */
export type NoticeRule = {
  title: string
  /**
   * Selects as `id` the subjects (an array of bigint) for which the notice still holds. Checked just before sending.
   */
  standing: (subjects: RawBuilder<unknown>) => RawBuilder<{ id: number }>
  /** Selects, by their subject, the rows that its promises `p (subject, person, shift)` are about. */
  promised?: (promises: RawBuilder<unknown>) => RawBuilder<PromisedRow>
  /** Sends its SMS at night if the shift starts within twelve hours. */
  urgent?: true
  /** An opt-out of only this kind on the preference page. */
  stop?: { label: string; stream: string }
  /** About neither shifts nor an event, so that its mail has no times in large type. */
  plain?: true
  /** Completes the mail's last line: "You get this because …" and the name of the club. */
  why: string
}

type LabelByDetail = { label: string; detail: string; labels: Readonly<Record<string, string>> }

/** Processes due work of all clubs; safe in concurrent or killed workers. */
export type FeatureSweep = {
  everyMs: number
  run: (deps: SweepDeps & { collections: CollectionsEngine }) => Promise<unknown>
}

/**
 * One kind of thing that waits for a coordinator. `rows` selects, within the site: `id`; `at`, when it ends, fails or is
 * late if no one acts, or null; `person`, `who` and `avatar` of whom it is about, or null; `event` with its name as
 * `what`, and `start`, or null; `facts`, a JSON object for its words and its next action.
 */
export type ToDoKind = { word: string; rows: (ctx: Ctx) => RawBuilder<unknown> }

/**
 * Questions to a person, of one kind: selects, within the site, `id`; `at`, by when they must answer; `event` with
 * `event_name`; `start`, `end`, `assignment`, `role` and `location` of the shift; `facts`, a JSON object for its words.
 */
type Questions = (ctx: Ctx, person: number) => RawBuilder<unknown>

/** Rows of a table that are deleted some time after they have served. */
export type Kept = {
  table: string
  days: number
  /** SQL: whether row `r` ended before that instant, `days` ago. */
  over: (before: RawBuilder<Date>) => RawBuilder<unknown>
  /** Writes, in the same transaction, what stays of some rows that are over `days` ago; repeated until none is `done`. */
  first?: (before: RawBuilder<Date>) => RawBuilder<{ done: number }>
  /** False for rows that the worker may not change, and so cannot lock. */
  locks?: false
}

/** Two seasons: how long it can be read who asked whom. */
export const SEASONS_DAYS = 730

export type Feature = {
  name: string
  collections?: readonly Declaration[]
  /** The area of its collections for API keys, or areas by collection. */
  area?: Area | Readonly<Record<string, Area>>
  /** Calls with a verb, by method and path, and the scopes of API keys; excludes calls without sign-in. */
  calls?: Readonly<Record<string, CallScopes>>
  /** Labels of audit log actions; those of collections are derived. */
  audit?: Readonly<Record<string, string | LabelByDetail>>
  notices?: Readonly<Record<string, NoticeRule>>
  sweeps?: Readonly<Record<string, FeatureSweep>>
  /** How long its rows are kept, where not as long as the site. */
  keeps?: readonly Kept[]
  /** What waits for coordinators, by kind: their list To do. */
  toDo?: Readonly<Record<string, ToDoKind>>
  /** What waits for a person's own answer, by kind: the card of their dashboard. */
  questions?: Readonly<Record<string, Questions>>
  /**
   * Contents of "My data": SQL of a jsonb value by its key in the file, within the site. Times are ISO text in UTC.
   * Must contain no secrets and nothing that only admins see.
   */
  ownData?: Readonly<Record<string, (person: number) => RawBuilder<unknown>>>
  /** Statements that erase a person's traces. They run without row security, so each must name the site. */
  erase?: (person: ErasedPerson) => readonly RawBuilder<unknown>[]
  /** Columns that refer to records of a list without a key, by the list; a merge updates them. */
  keyless?: Readonly<Record<string, readonly `${string}.${string}`[]>>
  /**
   * Updates other references in a merge. Runs before the merge, in the order of the features: locks of swaps and
   * waiting lists precede writes of shifts.
   * @returns the changed records by collection.
   */
  onMerge?: (
    ctx: Ctx,
    renaming: Renaming,
    declarations: readonly Declaration[],
  ) => Promise<Readonly<Record<string, number>>>
}

export type Renaming = { collection: string; id: number; into: number }

export type ErasedPerson = { site: number; id: number; email: string; phone: string | null }

export const defineFeature = (feature: Feature): Feature => feature

type Parts = {
  sweeps: ReadonlyMap<string, FeatureSweep>
  keeps: readonly Kept[]
  audit: ReadonlyMap<string, string | LabelByDetail>
  notices: ReadonlyMap<string, NoticeRule>
  toDo: ReadonlyMap<string, ToDoKind>
  questions: ReadonlyMap<string, Questions>
  ownData: ReadonlyMap<string, (person: number) => RawBuilder<unknown>>
  erase: readonly NonNullable<Feature['erase']>[]
  keyless: ReadonlyMap<string, readonly string[]>
  onMerge: readonly NonNullable<Feature['onMerge']>[]
}

const kept = processWide<Parts>('features')

/**
 * Declares the features of this process; called by `server/registry.ts` when it is loaded. Shared code reads them from
 * here and imports none.
 * @throws when two features declare the same name, and for a collection without an area.
 */
export function declareFeatures(features: readonly Feature[]): void {
  declareScopes({
    areas: joined('collection', features, areasOf),
    calls: joined('call', features, ({ calls }) => calls),
  })
  kept.set({
    sweeps: joined('sweep', features, ({ sweeps }) => sweeps),
    audit: joined('action', features, ({ audit }) => audit),
    notices: joined('notice', features, ({ notices }) => notices),
    toDo: joined('kind of things to do', features, ({ toDo }) => toDo),
    questions: joined('kind of questions', features, ({ questions }) => questions),
    ownData: joined('part of own data', features, ({ ownData }) => ownData),
    keeps: features.flatMap(({ keeps }) => keeps ?? []),
    erase: features.flatMap(({ erase }) => erase ?? []),
    keyless: keylessOf(features),
    onMerge: features.flatMap(({ onMerge }) => onMerge ?? []),
  })
}

function keylessOf(features: readonly Feature[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>()
  for (const { keyless = {} } of features)
    for (const [list, columns] of Object.entries(keyless)) all.set(list, [...(all.get(list) ?? []), ...columns])
  return all
}

function areasOf({ name, collections = [], area }: Feature): Record<string, Area> {
  return Object.fromEntries(
    collections.map(({ contract }) => {
      const own = typeof area === 'object' ? area[contract.name] : area
      if (!own) throw new Error(`The feature ${name} gives no area for ${contract.name}.`)
      return [contract.name, own]
    }),
  )
}

/** @throws before the features are declared. */
export function declared(): Parts {
  const parts = kept.get()
  if (!parts) throw new Error('No features are declared: import #server/registry.ts.')
  return parts
}

function joined<T>(
  what: string,
  features: readonly Feature[],
  of: (feature: Feature) => Readonly<Record<string, T>> | undefined,
): ReadonlyMap<string, T> {
  const all = new Map<string, T>()
  for (const feature of features)
    for (const [name, part] of Object.entries(of(feature) ?? {})) {
      if (all.has(name)) throw new Error(`Two features bring the ${what} ${name}.`)
      all.set(name, part)
    }
  return all
}
