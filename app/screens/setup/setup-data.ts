import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { Use } from '#server/lookups/uses.ts'
import type { ListData, ListRecord } from '../../collections/list-view.ts'

export type SetupListData = {
  contract: PlainContract
  rows: ListRecord[]
  /** The number of records in use, on the page or not. */
  count: number
  archived: number
  uses: Record<string, Use[]>
}

export type SetupData = {
  lists: SetupListData[]
  /** The collection that the address names. */
  current: string
  open: ListRecord | 'new' | null
  labels: ListData['labels']
  /** Names of records by collection and id. */
  names: Record<string, Record<string, string>>
}
