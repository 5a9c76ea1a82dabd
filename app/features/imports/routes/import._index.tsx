import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { importKind } from '#server/imports/contract.ts'
import { pastImports } from '#server/imports/queries.ts'
import { ImportScreen } from '../import-screen.tsx'

export const handle = { title: 'Import', auth: true, framed: false, width: 'none', rail: true }

/** `?kind=season` opens the season's programme; anything else, people. */
export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => ({
    kind: importKind.catch('people').parse(url.searchParams.get('kind')),
    past: await pastImports(ctx.db),
  }),
})

export default function Import() {
  const { kind, past } = useLoaderData<typeof loader>()
  return <ImportScreen key={kind} kind={kind} past={past} />
}
