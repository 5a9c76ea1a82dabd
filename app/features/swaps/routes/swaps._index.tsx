import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { listSwaps } from '#server/swaps/queries.ts'
import { SwapsScreen } from '../swaps-screen.tsx'

export const handle = { title: 'Swaps', auth: true, framed: false, width: '1160px' }

export const loader = screen({
  requires: 'member',
  load: async (ctx) => ({
    me: requirePerson(ctx.actor),
    open: await listSwaps(ctx, { state: 'open', limit: 100, offset: 0 }, { own: true }),
    ended: await listSwaps(ctx, { state: 'ended', limit: 6, offset: 0 }, { own: true }),
  }),
})

export default function Swaps() {
  return <SwapsScreen {...useLoaderData<typeof loader>()} />
}
