import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { ListData, ListRecord } from './list-view.ts'

/** What a record is called: its naming field, or a name made for it. */
export const recordName = (
  record: ListRecord,
  { label, singular }: Pick<PlainContract, 'label' | 'singular'>,
  displayNames: ListData['displayNames'] = {},
): string => displayNames[record.id] ?? String(record[label ?? 'name'] || `Untitled ${singular}`)

type Opened = Pick<ListData, 'open' | 'displayNames'> & {
  contract: Pick<PlainContract, 'label' | 'singular' | 'title'>
}

/** The name of the record that stands open beside a list; empty without one. */
export const openRecordName = ({ open, contract, displayNames }: Opened): string =>
  open && open !== 'new' ? recordName(open, contract, displayNames) : ''

/** The same with the name of the list, where one address is for all lists. */
export const listedRecordName = (data: Opened): string =>
  [openRecordName(data), data.contract.title].filter(Boolean).join(' · ')

/** The name of the record whose rows a list shows. */
export const ownerName = ({ owner }: Pick<ListData, 'owner'>): string => owner?.name ?? ''
