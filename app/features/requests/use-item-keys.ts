import { useFetcher, useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { useUndo } from '#app/collections/undo.tsx'
import { useSingleKeys } from '#app/ui/use-single-keys.ts'
import type { RequestRow } from '#server/requests/answer/contract.ts'
import type { ListPosition } from './panel-parts.tsx'

/**
 * Keys of To do: J and K walk, S skips an item, U undoes the last answer; `keys` are those of the answer, of which Enter
 * presses the first.
 */
export function useItemKeys(
  listPosition: ListPosition | null,
  next: string,
  keys: readonly [string, () => void][],
): ReturnType<typeof useSingleKeys> {
  const navigate = useNavigate()
  const { undoShown } = useUndo()
  const go = (address: string | null | undefined) => address && navigate(address, { preventScrollReset: true })
  return useSingleKeys([
    ['J', () => void go(listPosition?.below)],
    ['K', () => void go(listPosition?.above)],
    ['S', () => void go(next)],
    ['U', undoShown],
    ...keys.slice(0, 1).map(([, press]): [string, () => void] => ['Enter', press]),
    ...keys,
  ])
}

export function useSeen(requests: readonly Pick<RequestRow, 'id' | 'new' | 'state'>[]) {
  const { submit } = useFetcher()
  const unseen = requests.flatMap((request) => (request.new && request.state === 'waiting' ? [request.id] : []))
  const key = unseen.join(',')
  useEffect(() => {
    if (!key) return
    const rows = key.split(',').map((id) => ({ id: Number(id), new: false }))
    submit(rows, { method: 'put', action: '/api/requests/', encType: 'application/json' })
  }, [key, submit])
}
