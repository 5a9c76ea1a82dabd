import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { useUndo } from '../../collections/undo.tsx'

const endedText = (count: number) =>
  count === 1 ? '1 shift is ended as planned.' : `${count} shifts are ended as planned.`

/** Ends forgotten shifts as planned, then offers to undo it. @returns the ids being ended, and what went wrong. */
export function useEndAsPlanned() {
  const [busy, setBusy] = useState<readonly number[]>([])
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const end = async (shifts: readonly number[]) => {
    setBusy(shifts)
    const { ok, body } = await callApi('PUT', '/api/timesheets/end_as_planned', { shifts })
    setBusy([])
    if (!ok) return setProblem(firstMessage(body, ['shifts']) ?? 'The shifts could not be ended. Please try again.')
    const { ended } = body as { ended: number[] }
    const left = shifts.length - ended.length
    setProblem(
      left
        ? `${left === 1 ? '1 shift was' : `${left} shifts were`} signed in after the planned end. Correct the times.`
        : undefined,
    )
    if (ended.length)
      offer(endedText(ended.length), { path: '/api/shifts/', body: ended.map((id) => ({ id, actual_end: null })) })
    revalidate()
  }
  return { busy, problem, end }
}
