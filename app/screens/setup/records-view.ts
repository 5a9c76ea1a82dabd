import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { ListView } from '../../collections/list-view.ts'
import { paths } from '../../shell/paths.ts'
import { simpleList } from '../list-views/cells.tsx'
import { plainView } from '../list-views/plain.ts'
import { SETUP_LISTS } from './setup-lists.ts'

/** The table of a collection at the address of its records: that of a setup list, or what its declaration alone gives. */
export function recordsView(contract: PlainContract): ListView {
  const own = SETUP_LISTS.find(({ view }) => view.collection === contract.name)?.view
  const { path, recordPath } = simpleList(paths.records(contract.name))
  return own ? { ...own, path, recordPath } : plainView(contract)
}
