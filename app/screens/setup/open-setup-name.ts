import type { PlainContract } from '#server/engine/collections/contract.ts'
import { recordName } from '../../collections/open-record-name.ts'
import type { SetupData } from './setup-data.ts'

type Opened = Pick<SetupData, 'current' | 'open'> & {
  lists: readonly { contract: Pick<PlainContract, 'name' | 'label' | 'singular'> }[]
}

/** The name of the record that is open on the page of the setup lists; empty without one. */
export function openSetupName({ lists, current, open }: Opened): string {
  const contract = lists.find((list) => list.contract.name === current)?.contract
  return open && open !== 'new' && contract ? recordName(open, contract) : ''
}
