import { useState } from 'react'
import { useUndo } from '#app/collections/undo.tsx'
import { useCalls } from '#app/collections/use-call.ts'
import { hasOthers } from '#app/features/answers/has-others.ts'
import type { HeldShift } from '#server/waiting/contract.ts'

export type SendAnswer = (one: Pick<HeldShift, 'place' | 'name' | 'request'>, to: 'yes' | 'no') => Promise<void>

export type Problem = { message: string; offersOthers: boolean }

export function useListCalls() {
  const { offer } = useUndo()
  const { call, busy, problem: message } = useCalls({ handled: [403, 404], reload: 'always' })
  const [offersOthers, setOffersOthers] = useState(false)
  const send = async (method: string, path: string, input?: object) => {
    const { ok, body } = await call(method, path, input)
    setOffersOthers(hasOthers(body))
    return ok ? body : null
  }
  /** Answers for a shift: the list offers an open one, a search for cover any other. */
  const answer: SendAnswer = async ({ place, name, request }, to) => {
    if (request !== null) return void (await send('PUT', `/api/coverasks/${request}/answer`, { answer: to }))
    const answered = await send('PUT', `/api/waiting/${place}/${to === 'yes' ? 'accept' : 'decline'}`)
    if (to !== 'yes' || answered === null) return
    const { shift } = answered as { shift: number }
    offer(`You’re on: ${name}.`, { path: `/api/shifts/${shift}/give_back`, body: {} })
  }
  const problem: Problem | null = message === undefined ? null : { message, offersOthers }
  return { busy, problem, send, answer }
}
