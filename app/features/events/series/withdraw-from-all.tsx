import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'
import type { SeriesPage } from '#server/requests/sign-up/queries.ts'

export function WithdrawFromAll({ series }: { series: SerializeFrom<SeriesPage> }) {
  const [busy, setBusy] = useState(false)
  const { offer } = useUndo()
  const { revalidate } = useRevalidator()
  const requests = series.events.flatMap(({ over, mine, waiting, request }) =>
    !over && !mine && waiting && request !== null ? [request] : [],
  )
  if (requests.length === 0) return null
  const withdraw = async () => {
    setBusy(true)
    const { ok, body } = await callApi('PUT', '/api/requests/withdraw', { requests })
    setBusy(false)
    offer(
      ok
        ? `You withdrew from ${requests.length === 1 ? '1 event' : `${requests.length} events`}.`
        : (firstMessage(body, []) ?? 'Not withdrawn. Please try again.'),
    )
    revalidate()
  }
  return (
    <Button variant="default" h={44} loading={busy} onClick={withdraw}>
      Withdraw from all ({requests.length})
    </Button>
  )
}
