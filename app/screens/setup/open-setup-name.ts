import { recordName } from '../../collections/open-record-name.ts'
import type { SetupData } from './setup-data.ts'

/** The name of the record that is open on the page of the setup lists; empty without one. */
export function openSetupName(data: unknown): string {
  const { lists, current, open } = data as SetupData
  const contract = lists.find((list) => list.contract.name === current)?.contract
  return open && open !== 'new' && contract ? recordName(open, contract) : ''
}
