import type { ListView } from '#app/collections/list-view.ts'
import { listPage } from '#app/http/list-page.ts'
import { countUses } from '#server/lookups/uses.ts'

export const setupPage = ({ collection, ...view }: ListView) =>
  listPage({ collection, ...view }, async (ctx, ids, { declarations }) => {
    const contracts = declarations.map(({ contract }) => contract)
    return (await countUses(ctx, contracts, { [collection]: ids }))[collection] ?? {}
  })
