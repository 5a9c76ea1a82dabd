import type { ListShape } from '#server/collections/contract.ts'
import type { Ctx } from '#server/context.ts'
import { engineQuery, matchesQuery, readQuery } from '../collections/list-query.ts'
import type { ListData, ListRecord, ListView } from '../collections/list-view.ts'
import { idFrom } from './parse.ts'
import { screen } from './screen.ts'

type Extras = (ctx: Ctx, ids: readonly number[]) => Promise<Record<number, unknown>>

/** The loader of a generic admin list: one page, and the record that the address opens beside it. */
export const listPage = (view: ListView, extras: Extras = async () => ({})) =>
  screen<ListData>({
    requires: 'admin',
    load: async (ctx, { params, url, app }) => {
      const { name } = view.contract
      const query = readQuery(view, url.searchParams)
      const now = ctx.clock.now().toISOString()
      const shape: ListShape<ListRecord> = JSON.parse(
        await app.collections.list(ctx, name, engineQuery(view, query, now)),
      )
      const { [name]: records = {}, ...related } = shape.results
      const id = params.pk === undefined ? null : idFrom(params.pk)
      const found = id === null ? null : (JSON.parse(await app.collections.get(ctx, name, id)) as ListShape<ListRecord>)
      return {
        count: shape.count,
        rows: shape.order.flatMap((at) => records[at] ?? []),
        related,
        extras: await extras(ctx, shape.order),
        query,
        matches: matchesQuery(view, query, now),
        open: found ? (found.results[name]?.[String(id)] ?? null) : url.searchParams.has('add') ? 'new' : null,
      }
    },
  })
