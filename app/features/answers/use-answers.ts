import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { FAILED } from '#app/collections/problem-text.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import { type Given, isOffered, type OwnAnswer, settled } from './given-answers.ts'
import { type Shown, shownOf } from './shown-shift.ts'

/** How long a row offers Undo; until the shift begins, an answer can also be changed elsewhere. */
const UNDO_MS = 20_000

/** Answers to shifts: shown immediately, then sent to the server. `answers` has the state of each, by shift. */
export function useAnswers<Shift extends { id: number } & Shown>() {
  const [answers, setAnswers] = useState<ReadonlyMap<number, OwnAnswer<Shift>>>(new Map())
  const { revalidate } = useRevalidator()
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const isOpen = [...answers.values()].some(isOffered)
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => setAnswers(settled), UNDO_MS)
    return () => clearTimeout(timer)
  }, [isOpen])

  const put = (shifts: readonly Shift[], more: Omit<OwnAnswer<Shift>, 'shift'>) =>
    setAnswers((all) => new Map([...all, ...shifts.map((shift) => [shift.id, { shift, ...more }] as const)]))

  /** Sends calls in order, so that no undo overtakes its answer; reloads the page after the last. */
  const send = async (
    shifts: readonly Shift[],
    [method, path, input]: [method: string, path: string, input: object],
    refused: Omit<OwnAnswer<Shift>, 'shift' | 'state' | 'message'> & { message: string },
  ) => {
    waiting.current += 1
    const call = sent.current.then(() => callApi(method, path, input, [400, 403, 404, 409]))
    sent.current = call
    const { ok, body } = await call
    waiting.current -= 1
    if (!ok) {
      // Of several, those that are as they were shown are asked again.
      const { changed } = (body ?? {}) as { changed?: number[] }
      const isRefused = ({ id }: Shift) => changed?.includes(id) ?? true
      const message = firstMessage(body, []) ?? refused.message
      put(shifts.filter(isRefused), { ...refused, state: 'refused', message })
      put(
        shifts.filter((shift) => !isRefused(shift)),
        { ...refused, state: 'undone' },
      )
    }
    if (waiting.current === 0) revalidate()
  }

  /** @param from the previous answer, which an undo restores. */
  const answer = (shifts: readonly Shift[], given: Given, from: ShiftAnswer = 'asked') => {
    put(shifts, { given, from, state: 'answered' })
    const list = shifts.map((shift) => ({ id: shift.id, answer: given, shown: shownOf(shift) }))
    return send(shifts, ['PUT', '/api/shifts/answers', list], { given, from, message: FAILED })
  }

  const noteDeclined = (shift: Shift, from: ShiftAnswer = 'asked') =>
    put([shift], { given: 'declined', from, state: 'answered' })

  const seekCover = (shift: Shift, from: ShiftAnswer = 'asked') => {
    put([shift], { given: 'declined', from, state: 'answered', sought: true })
    return send([shift], ['POST', '/api/covers', { shift: shift.id }], {
      ...{ given: 'declined', from, message: FAILED },
    })
  }

  const takeBack = (shift: Shift) => {
    const { given = 'confirmed', from = 'asked' } = answers.get(shift.id) ?? {}
    put([shift], { given, from, state: 'undone' })
    return send([shift], ['PUT', `/api/shifts/${shift.id}/answer`, { answer: from, shown: shownOf(shift) }], {
      ...{ given, from, message: 'It can’t be undone now.' },
    })
  }

  return { answers, answer, noteDeclined, seekCover, takeBack }
}
