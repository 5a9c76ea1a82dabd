import { useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import type { Receipt } from '#server/publishing/receipt/contract.ts'

/** Refresh interval of an open receipt. Milliseconds. */
const EVERY_MS = 10_000

export function useReceipt(event: number) {
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [person, setPerson] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const query = person === null ? '' : `?person=${person}`
      const { ok, body } = await callApi('GET', `/api/events/${event}/receipt${query}`, undefined, HANDLED_STATUSES)
      if (!isCurrent) return
      if (!ok) return setProblem(problemText(body))
      const read = body as Receipt
      setProblem(undefined)
      setReceipt(read)
      setPerson((before) => before ?? read.mail?.person ?? null)
    }
    const look = () => document.visibilityState === 'visible' && void load()
    void load()
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      isCurrent = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [event, person])
  return { receipt, person, setPerson, problem }
}
