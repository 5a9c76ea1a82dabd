import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { listSwaps } from '#server/swaps/queries.ts'
import { AllSwapsScreen, type SwapView } from '../all-swaps-screen.tsx'

export const handle = { title: 'Swaps', auth: true, framed: false, width: '860px' }

const PAGE_SIZE = 50

/** Open swaps, or ended ones with `?view=ended`. */
export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    const view: SwapView = url.searchParams.get('view') === 'ended' ? 'ended' : 'open'
    const page = Math.max(1, Math.min(10_000, Math.floor(Number(url.searchParams.get('page')) || 1)))
    const list = await listSwaps(ctx, { state: view, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })
    return {
      view,
      page,
      pages: Math.max(1, Math.ceil(list.count / PAGE_SIZE)),
      list,
    }
  },
})

export default function AllSwaps() {
  return <AllSwapsScreen {...useLoaderData<typeof loader>()} />
}
