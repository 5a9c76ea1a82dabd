import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { PersonFacts, TrailLine } from '#server/people/page/contract.ts'
import type { ListRecord } from '../../collections/list-view.ts'

/** A list response with its rows in order. */
export type Listed = { count: number; rows: ListRecord[]; related: Record<string, Record<string, ListRecord>> }

/** The data of a person's page, by tab. */
export type TabData = { person: ListRecord } & (
  | { tab: 'info'; contract: PlainContract; fields: Listed; entries: Listed; days: Listed; trail: TrailLine[] }
  | { tab: 'shifts'; upcoming: Listed; past: Listed; size: number; page: number }
  | { tab: 'records'; records: Listed }
  | { tab: 'emails'; deliveries: Listed }
)

export type PersonData = TabData & { facts: PersonFacts }

export type PersonTab = PersonData['tab']

/** The name of a record that a row points to. */
export const nameIn = ({ related }: Listed, collection: string, id: unknown): string =>
  String((typeof id === 'number' && related[collection]?.[String(id)]?.name) || '')
