import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import { shownOf } from '#app/features/answers/shown-shift.ts'
import type { OpenRow } from './open-row.tsx'

/** Shorter than the server's undo window. */
const UNDO_MS = 20_000

/** State of a row that someone tried to take: it stays in place, so that nothing jumps under the finger. */
export type Claim = {
  row: OpenRow
  state: 'taking' | 'taken' | 'settled' | 'refused'
  message?: string
  instead?: number[]
}

export function useClaims() {
  const [claims, setClaims] = useState<ReadonlyMap<number, Claim>>(new Map())
  const { revalidate } = useRevalidator()
  const put = (claim: Claim) => setClaims((all) => new Map(all).set(claim.row.id, claim))
  const hasUndo = [...claims.values()].some(({ state }) => state === 'taken')
  useEffect(() => {
    if (!hasUndo) return
    const settle = () =>
      setClaims(
        (all) =>
          new Map(
            [...all].map(([id, one]) => [id, one.state === 'taken' ? { ...one, state: 'settled' as const } : one]),
          ),
      )
    const timer = setTimeout(settle, UNDO_MS)
    return () => clearTimeout(timer)
  }, [hasUndo])

  const take = async (row: OpenRow) => {
    put({ row, state: 'taking' })
    const { ok, body } = await callApi(
      'PUT',
      `/api/shifts/${row.id}/take`,
      { shown: shownOf({ ...row, names: namesOf(row) }) },
      [403, 404, 409],
    )
    const instead = (body as { instead?: number[] } | null)?.instead
    put(
      ok
        ? { row, state: 'taken' }
        : {
            row,
            state: 'refused',
            message: problemText(body),
            ...(instead && { instead }),
          },
    )
    revalidate()
  }

  const giveBack = async ({ row }: Claim) => {
    const { ok, body } = await callApi('PUT', `/api/shifts/${row.id}/give_back`, {}, [404, 409])
    if (ok) setClaims((all) => new Map([...all].filter(([id]) => id !== row.id)))
    else put({ row, state: 'settled', message: firstMessage(body, []) ?? 'This can no longer be undone.' })
    revalidate()
  }

  return { claims, take, giveBack }
}

const namesOf = ({ place_name, assignment_name, role_name }: OpenRow) => ({
  ...{ location: place_name, assignment: assignment_name, role: role_name },
})
