import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { HEAPS } from '#server/cover/board/contract.ts'
import { readBoard } from '#server/cover/board/queries.ts'
import { BoardScreen } from '../board-screen.tsx'

export const handle = { title: 'Cover', auth: true, framed: false, width: '1400px' }

/**
 * Shows every search for cover; with `?gap=` that one, which is a separate page on a phone. Each section has pages:
 * `?open=2`.
 */
export const loader = screen({
  requires: 'admin',
  isHeavy: true,
  load: async (ctx, { url }) => {
    const numberIn = (name: string) => {
      const number = Number(url.searchParams.get(name))
      return Number.isSafeInteger(number) && number > 0 ? number : null
    }
    const chosen = numberIn('gap')
    const pages = Object.fromEntries(HEAPS.map((heap) => [heap, numberIn(heap) ?? 1]))
    const board = await readBoard(ctx, chosen, pages)
    return { board, isChosen: chosen !== null && board.gap?.id === chosen }
  },
})

export default function Cover() {
  return <BoardScreen {...useLoaderData<typeof loader>()} />
}
