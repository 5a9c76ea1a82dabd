import type { RawBuilder } from 'kysely'
import { declareScopes } from './access/areas.ts'
import type { Ctx } from './access/context.ts'
import type { Area, CallScopes } from './access/scopes.pure.ts'
import type { SweepDeps } from './access/sweep.ts'
import type { Declaration } from './collections/define.ts'
import type { CollectionsEngine } from './collections/engine.ts'
import { processWide } from './kernel/process-wide.ts'

/** A kind of notice about the roster, which a feature queues (`server/deliveries/roster-notices.ts`). */
export type NoticeRule = {
  /** What lists of messages call it. */
  title: string
  /** Selects as `id` which of these subjects, an array of bigint, are still as the notice says. Checked just before it is sent. */
  standing: (subjects: RawBuilder<unknown>) => RawBuilder<{ id: number }>
  /** Whether its SMS does not wait for the morning once no more than twelve hours are left until the shift. */
  urgent?: true
  /** The choice on the preference page that stops only this kind. */
  stop?: { label: string; stream: string }
  /** Completes the last line of the mail: "You get this because …" and the name of the club. */
  why: string
}

/** What an action did, in words, where one of its details decides: by the values of that detail. */
type LabelByDetail = { label: string; detail: string; labels: Readonly<Record<string, string>> }

/** Work of a worker that finds by itself what is due at any club. Any number of workers may do it, and be killed. */
export type FeatureSweep = {
  everyMs: number
  run: (deps: SweepDeps & { collections: CollectionsEngine }) => Promise<unknown>
}

/** What a room of the product brings to those that serve all of them. `server/registry.ts` lists the features. */
export type Feature = {
  name: string
  collections?: readonly Declaration[]
  /** The area of its collections, by whose scopes an API key reads and writes them; by collection where they differ. */
  area?: Area | Readonly<Record<string, Area>>
  /** Calls with a verb, by method and path, and the scopes that they need of an API key. Those that need no sign-in are not listed. */
  calls?: Readonly<Record<string, CallScopes>>
  /** Words for its actions in the audit log, but for those of collections, which are composed. */
  audit?: Readonly<Record<string, string | LabelByDetail>>
  notices?: Readonly<Record<string, NoticeRule>>
  /** By the name of the job. */
  sweeps?: Readonly<Record<string, FeatureSweep>>
  /**
   * What it holds about a person, for "My data": SQL of a jsonb value by its key in the file, within the site. Times are ISO text in UTC. It has no
   * secrets, and nothing that only admins see.
   */
  ownData?: Readonly<Record<string, (person: number) => RawBuilder<unknown>>>
  /** What removes a person's traces when they are erased. Runs beside row security, so that each statement names the site. */
  erase?: (person: ErasedPerson) => readonly RawBuilder<unknown>[]
  /** The columns that name records of a list without a key, by the list: a merge of two renames them. */
  keyless?: Readonly<Record<string, readonly `${string}.${string}`[]>>
  /**
   * Names the remaining record of two that are merged, where the feature names the other in some other way. Runs before the merge, in the order of the
   * features: what locks swaps and waiting lists comes before what writes their shifts.
   * @returns how many records of a collection name the remaining one now.
   */
  onMerge?: (
    ctx: Ctx,
    renaming: Renaming,
    declarations: readonly Declaration[],
  ) => Promise<Readonly<Record<string, number>>>
}

/** A merge of two records of a list: `id` becomes `into`. */
export type Renaming = { collection: string; id: number; into: number }

export type ErasedPerson = { site: number; id: number; email: string; phone: string | null }

export const defineFeature = (feature: Feature): Feature => feature

type Parts = {
  sweeps: ReadonlyMap<string, FeatureSweep>
  audit: ReadonlyMap<string, string | LabelByDetail>
  notices: ReadonlyMap<string, NoticeRule>
  ownData: ReadonlyMap<string, (person: number) => RawBuilder<unknown>>
  erase: readonly NonNullable<Feature['erase']>[]
  /** By list: `table.column`. */
  keyless: ReadonlyMap<string, readonly string[]>
  onMerge: readonly NonNullable<Feature['onMerge']>[]
}

const kept = processWide<Parts>('features')

/**
 * Declares the features of this process; `server/registry.ts` does it when it is loaded. Serving rooms read them by name and import none.
 * @throws when two features bring something of the same name, and for a collection without an area.
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
    ownData: joined('part of own data', features, ({ ownData }) => ownData),
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
