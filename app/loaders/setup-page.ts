import { idFrom } from '#app/http/parse.ts'
import { redirectWithQuery } from '#app/http/redirect-with-query.ts'
import { screen } from '#app/http/screen.ts'
import { countUses } from '#server/lookups/uses.ts'
import type { ListRecord } from '../collections/list-view.ts'
import type { SetupData, SetupListData } from '../screens/setup/setup-data.ts'
import { SETUP_LISTS } from '../screens/setup/setup-lists.ts'
import { paths } from '../shell/paths.ts'
import { labelsOf } from './list-page.ts'

/** The most records of one list on the page; longer lists are searched and ordered in their table. */
const MAX_ROWS = 200

/** What an address of the page may have; any other query is one of the list's table. */
const OWN_QUERY = new Set(['add', 'iframe'])

/**
 * Loads the page of all setup lists, at the list and record that the address names. Each of the lists is read once; all uses
 * are counted in one statement.
 */
export const setupPage = (current: string) =>
  screen<SetupData>({
    requires: 'admin',
    load: async (ctx, { params, url, app }) => {
      if ([...url.searchParams.keys()].some((key) => !OWN_QUERY.has(key)))
        throw redirectWithQuery(paths.records(current), url)
      const engine = app.collections
      const lists: SetupListData[] = []
      for (const { view } of SETUP_LISTS) {
        const sort = view.tabs[0]?.sort ?? ''
        const inUse = { archived: 'false', limit: String(MAX_ROWS), ...(sort && { sort }) }
        const page = await engine.readPage<ListRecord>(ctx, view.collection, inUse)
        const away = await engine.readPage<ListRecord>(ctx, view.collection, { archived: 'true', limit: '1' })
        lists.push({
          contract: engine.plain(view.collection),
          rows: page.rows,
          count: page.count,
          archived: away.count,
          uses: {},
        })
      }
      const id = params.pk === undefined ? null : idFrom(params.pk)
      const open = id === null ? null : await engine.readOne<ListRecord>(ctx, current, id)
      const own = lists.find(({ contract }) => contract.name === current)
      if (own && open && !own.rows.some((row) => row.id === open.id)) own.rows = [open, ...own.rows]
      const ids = Object.fromEntries(lists.map(({ contract, rows }) => [contract.name, rows.map((row) => row.id)]))
      const contracts = engine.declarations.map(({ contract }) => contract)
      const uses = await countUses(ctx, contracts, ids)
      for (const list of lists) list.uses = uses[list.contract.name] ?? {}
      return {
        lists,
        current,
        open: open ?? (url.searchParams.has('add') ? 'new' : null),
        labels: own ? await labelsOf(ctx, engine, own.contract.fields, { filters: {} }, open) : {},
        names: await namesOf(lists, (to, selected) => engine.options(ctx, to, { selected, limit: 0 })),
      }
    },
  })

type Options = (collection: string, ids: number[]) => Promise<readonly { id: number; label: string }[]>

/** Reads the names of what the rows refer to, also of archived records: one query per collection. */
async function namesOf(lists: readonly SetupListData[], options: Options): Promise<SetupData['names']> {
  const wanted = new Map<string, Set<number>>()
  for (const { contract, rows } of lists)
    for (const [field, { to }] of Object.entries(contract.fields)) {
      if (!to) continue
      const ids = rows.flatMap((row) => row[field] ?? []).filter((id): id is number => typeof id === 'number')
      wanted.set(to, new Set([...(wanted.get(to) ?? []), ...ids]))
    }
  const names: SetupData['names'] = {}
  for (const [to, ids] of wanted)
    if (ids.size) names[to] = Object.fromEntries((await options(to, [...ids])).map(({ id, label }) => [id, label]))
  return names
}
