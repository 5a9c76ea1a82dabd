import type { PlainContract } from '#server/engine/collections/contract.ts'
import { simpleList } from '../../collections/list-cells.tsx'
import type { ListView } from '../../collections/list-view.ts'
import { paths } from '../../shell/paths.ts'
import { plainView } from '../list-views/plain.ts'
import { SETUP_VIEWS } from './setup-views.ts'

/** The table of a collection at the address of its records: that of a setup list, otherwise one made from its declaration. */
export function recordsView(contract: PlainContract): ListView {
  const own = SETUP_VIEWS.find(({ collection }) => collection === contract.name)
  const { path, recordPath } = simpleList(paths.records(contract.name))
  return own ? { ...own, path, recordPath } : plainView(contract)
}
