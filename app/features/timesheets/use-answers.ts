import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'
import type { SheetShift } from '#server/timesheets/contract.ts'

const endedText = (count: number) =>
  count === 1 ? '1 shift is ended as planned.' : `${count} shifts are ended as planned.`

/**
 * Ends shifts as planned, or keeps their hours, and offers Undo.
 * @returns the ids being answered, and the error.
 */
export function useAnswers() {
  const [busy, setBusy] = useState<readonly number[]>([])
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const send = async (path: string, shifts: readonly number[], failed: string) => {
    setBusy(shifts)
    const { ok, body } = await callApi('PUT', path, { shifts })
    setBusy([])
    setProblem(ok ? undefined : (firstMessage(body, ['shifts']) ?? failed))
    return ok ? body : null
  }

  const end = async (shifts: readonly SheetShift[]) => {
    const ids = shifts.map(({ id }) => id)
    const body = await send('/api/timesheets/end_as_planned', ids, 'The shifts could not be ended. Please try again.')
    if (!body) return
    const { ended } = body as { ended: number[] }
    const left = ids.length - ended.length
    if (left)
      setProblem(
        `${left === 1 ? '1 shift was' : `${left} shifts were`} signed in after the planned end. Correct the times.`,
      )
    const before = shifts.filter(({ id }) => ended.includes(id)).map(({ id, actual_end }) => ({ id, actual_end }))
    if (before.length) offer(endedText(before.length), { path: '/api/shifts/', body: before })
    revalidate()
  }

  const keep = async ({ id, name }: SheetShift) => {
    const path = '/api/timesheets/keep_hours'
    if (!(await send(path, [id], 'The hours could not be kept. Please try again.'))) return
    offer(`The hours of ${name} are kept.`, { path, body: { shifts: [id], keep: false } })
    revalidate()
  }

  return { busy, problem, end, keep }
}
