import type { LoaderFunctionArgs } from '@remix-run/node'
import type { ListData } from '#app/collections/list-view.ts'
import { listPage } from '#app/http/list-page.ts'
import { redirectWithQuery } from '#app/http/redirects.ts'
import { screen } from '#app/http/screen.ts'
import { ONLY_AT } from '#app/shell/list-paths.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { recordsView } from '../records-view.ts'

const unknown = screen<ListData>({
  requires: 'admin',
  load: () => Promise.reject(notFound()),
})

export const plainListPage = (args: LoaderFunctionArgs) => {
  const { collections } = args.context.app
  const name = args.params.collection ?? ''
  const only = Object.hasOwn(ONLY_AT, name) ? ONLY_AT[name] : undefined
  const url = new URL(args.request.url)
  if (only) throw redirectWithQuery(args.params.pk ? `${only}/${encodeURIComponent(args.params.pk)}` : only, url)
  if (!collections.has(name)) return unknown(args)
  return listPage(recordsView(collections.plain(name)))(args)
}
