import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'

/** How long a row offers to take its answer back; an answer can be changed elsewhere until the shift begins. */
export const UNDO_MS = 20_000

export type Given = 'confirmed' | 'declined'

/** What became of one's answer for a shift: its row stays where it was, so that the next does not jump under the finger. */
export type OwnAnswer<Shift> = {
  shift: Shift
  given: Given
  state: 'answered' | 'settled' | 'refused'
  message?: string
}

/** Answers for one's own shifts at once and takes answers back; `answers` has what became of each, by shift. */
export function useAnswers<Shift extends { id: number }>() {
  const [answers, setAnswers] = useState<ReadonlyMap<number, OwnAnswer<Shift>>>(new Map())
  const { revalidate } = useRevalidator()
  const hasUndo = [...answers.values()].some(({ state }) => state === 'answered')
  useEffect(() => {
    if (!hasUndo) return
    const settle = () =>
      setAnswers((all) => mapValues(all, (one) => (one.state === 'answered' ? { ...one, state: 'settled' } : one)))
    const timer = setTimeout(settle, UNDO_MS)
    return () => clearTimeout(timer)
  }, [hasUndo])

  const put = (shifts: readonly Shift[], more: Omit<OwnAnswer<Shift>, 'shift'>) =>
    setAnswers((all) => new Map([...all, ...shifts.map((shift) => [shift.id, { shift, ...more }] as const)]))

  /** Shows the answer before the server has it; a refusal takes its place. */
  const answer = async (shifts: readonly Shift[], given: Given) => {
    put(shifts, { given, state: 'answered' })
    const list = shifts.map(({ id }) => ({ id, answer: given }))
    const { ok, body } = await callApi('PUT', '/api/shifts/answers', list, [400, 403, 404, 409])
    if (!ok) put(shifts, { given, state: 'refused', message: firstMessage(body, []) ?? 'This did not work.' })
    revalidate()
  }

  /** Shows a decline that is stored already. */
  const noteDeclined = (shift: Shift) => put([shift], { given: 'declined', state: 'answered' })

  const takeBack = async (shift: Shift) => {
    const { ok, body } = await callApi(
      'PUT',
      `/api/shifts/${shift.id}/answer`,
      { answer: 'asked' },
      [400, 403, 404, 409],
    )
    if (ok) setAnswers((all) => new Map([...all].filter(([id]) => id !== shift.id)))
    else
      put([shift], {
        given: 'confirmed',
        state: 'refused',
        message: firstMessage(body, []) ?? 'It can’t be undone now.',
      })
    revalidate()
  }

  return { answers, answer, noteDeclined, takeBack }
}

const mapValues = <Value>(all: ReadonlyMap<number, Value>, change: (value: Value) => Value) =>
  new Map([...all].map(([id, value]) => [id, change(value)]))
