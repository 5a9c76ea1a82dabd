import { useLocation } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'
import type { FailuresAnswer } from '#server/messages/sending/contract.ts'

/** Maximum age of the count while an admin is among the messages. Milliseconds. */
const FRESH_MS = 15_000

let failed = 0
let countedAt = -Infinity
const listeners = new Set<() => void>()

/** Counts failed deliveries in the background: without the error banner, and keeps the last count without an answer. */
export async function countFailedMessages(): Promise<void> {
  countedAt = performance.now()
  const answer = await fetch('/api/messages/failures').catch(() => null)
  const body = answer?.ok ? ((await answer.json().catch(() => null)) as FailuresAnswer | null) : null
  if (!body || body.failed === failed) return
  failed = body.failed
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Number of failed deliveries that can be retried. Counted once an admin's page is idle, and again among the messages.
 */
export function useFailedMessages(): number {
  const { pathname } = useLocation()
  const isAmong = pathname.startsWith('/messaging/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page among the messages looks again
  useEffect(() => {
    if (performance.now() - countedAt < (isAmong ? FRESH_MS : Infinity)) return
    countedAt = performance.now()
    const later = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 200))
    later(() => void countFailedMessages())
  }, [pathname, isAmong])
  return useSyncExternalStore(
    listen,
    () => failed,
    () => 0,
  )
}
