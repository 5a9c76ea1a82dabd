import { useState } from 'react'
import { useUndo } from '#app/collections/undo.tsx'
import { useCalls } from '#app/collections/use-call.ts'
import type { SheetShift } from '#server/timesheets/contract.ts'

const endedText = (count: number) => (count === 1 ? '1 shift ended as planned.' : `${count} shifts ended as planned.`)

/**
 * Ends shifts as planned, or keeps their hours, and offers Undo.
 * @returns the ids being answered, and the error.
 */
export function useAnswers() {
  const { call, busy, problem, refuse } = useCalls()
  const [sent, setSent] = useState<readonly number[]>([])
  const { offer } = useUndo()
  const send = (path: string, shifts: readonly number[]) => {
    setSent(shifts)
    return call('PUT', path, { shifts })
  }

  const end = async (shifts: readonly SheetShift[]) => {
    const ids = shifts.map(({ id }) => id)
    const { ok, body } = await send('/api/timesheets/end_as_planned', ids)
    if (!ok) return
    const { ended } = body as { ended: number[] }
    const left = ids.length - ended.length
    if (left)
      refuse(
        `${left === 1 ? '1 shift was' : `${left} shifts were`} signed in after the planned end. Correct the times.`,
      )
    const before = shifts.filter(({ id }) => ended.includes(id)).map(({ id, actual_end }) => ({ id, actual_end }))
    if (before.length) offer(endedText(before.length), { path: '/api/shifts/', body: before })
  }

  const keep = async ({ id, name }: SheetShift) => {
    const path = '/api/timesheets/keep_hours'
    if ((await send(path, [id])).ok)
      offer(`The hours for ${name} have been kept.`, { path, body: { shifts: [id], keep: false } })
  }

  return { busy: busy ? sent : [], problem, end, keep }
}
