import { useLoaderData } from '@remix-run/react'
import { readBoard } from '#server/cover/board/queries.ts'
import { screen } from '../http/screen.ts'
import { BoardScreen } from '../screens/cover/board-screen.tsx'

export const handle = { title: 'Cover', auth: true, framed: false, width: '1400px' }

/** Shows every search for cover; with `?gap=` that one, which is a page of its own on a phone. */
export const loader = screen({
  requires: 'admin',
  isHeavy: true,
  load: async (ctx, { url }) => {
    const gap = Number(url.searchParams.get('gap'))
    const chosen = Number.isSafeInteger(gap) && gap > 0 ? gap : null
    const board = await readBoard(ctx, chosen)
    return { board, isChosen: chosen !== null && board.gap?.id === chosen }
  },
})

export default function Cover() {
  return <BoardScreen {...useLoaderData<typeof loader>()} />
}
