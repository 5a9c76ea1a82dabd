import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { ListData, ListRecord } from './list-view.ts'

export const recordName = (
  record: ListRecord,
  { label, singular }: Pick<PlainContract, 'label' | 'singular'>,
  displayNames: ListData['displayNames'] = {},
): string => displayNames[record.id] ?? String(record[label ?? 'name'] || `Untitled ${singular}`)

type Opened = Pick<ListData, 'open' | 'displayNames'> & {
  contract: Pick<PlainContract, 'label' | 'singular' | 'title'>
}

export const openRecordName = ({ open, contract, displayNames }: Opened): string =>
  open && open !== 'new' ? recordName(open, contract, displayNames) : ''

export const listedRecordName = (data: Opened): string =>
  [openRecordName(data), data.contract.title].filter(Boolean).join(' · ')

export const ownerName = ({ owner }: Pick<ListData, 'owner'>): string => owner?.name ?? ''
