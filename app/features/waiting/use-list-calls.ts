import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { hasOthers } from '#app/features/answers/has-others.ts'
import type { HeldShift } from '#server/waiting/contract.ts'

export type SendAnswer = (one: Pick<HeldShift, 'place' | 'name' | 'request'>, to: 'yes' | 'no') => Promise<void>

export type Problem = { message: string; offersOthers: boolean }

export function useListCalls() {
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const send = async (method: string, path: string, input?: object) => {
    setBusy(true)
    const { ok, body } = await callApi(method, path, input, [400, 403, 404, 409])
    setBusy(false)
    setProblem(ok ? null : { message: firstMessage(body, []) ?? 'This did not work.', offersOthers: hasOthers(body) })
    revalidate()
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
  return { busy, problem, send, answer }
}
