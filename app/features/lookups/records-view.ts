import { simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import { plainView } from './plain-list.ts'
import { SETUP_VIEWS } from './setup-views.ts'

export function recordsView(contract: PlainContract): ListView {
  const own = SETUP_VIEWS.find(({ collection }) => collection === contract.name)
  const { path, recordPath } = simpleList(paths.records(contract.name))
  return own ? { ...own, path, recordPath } : plainView(contract)
}
