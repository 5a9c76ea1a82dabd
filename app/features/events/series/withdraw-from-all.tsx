import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { problemText } from '#app/collections/problem-text.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import type { SeriesPage } from '#server/requests/sign-up/queries.ts'

export function WithdrawFromAll({ series }: { series: SerializeFrom<SeriesPage> }) {
  const { call, busy } = useCall('PUT', '/api/requests/withdraw', { reload: 'always' })
  const { offer } = useUndo()
  const requests = series.events.flatMap(({ over, mine, waiting, request }) =>
    !over && !mine && waiting && request !== null ? [request] : [],
  )
  if (requests.length === 0) return null
  const withdraw = async () => {
    const { ok, body } = await call({ requests })
    offer(
      ok ? `You withdrew from ${requests.length === 1 ? '1 event' : `${requests.length} events`}.` : problemText(body),
    )
  }
  return (
    <Button variant="default" h={44} loading={busy} onClick={withdraw}>
      Withdraw from all ({requests.length})
    </Button>
  )
}
