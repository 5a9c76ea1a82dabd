import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a provider takes before it answers, in milliseconds. */
export { setTimeout as providerDelay } from 'node:timers/promises'

/**
 * How often a stand-in injects each fault, as fractions of 1. The random numbers are seeded, so a run can be repeated.
 */
export type Faults = {
  throttled: number
  /** The call is accepted and the connection cut, so that the caller gets no answer. */
  unanswered: number
  failing: number
  delayMs: number
}

export const NO_FAULTS: Faults = { throttled: 0, unanswered: 0, failing: 0, delayMs: 0 }

export type Fate = 'accept' | 'throttle' | 'accept and cut' | 'fail'

/** Small seeded generator (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function fateOf(roll: number, faults: Faults): Fate {
  if (roll < faults.throttled) return 'throttle'
  if (roll < faults.throttled + faults.unanswered) return 'accept and cut'
  return roll < faults.throttled + faults.unanswered + faults.failing ? 'fail' : 'accept'
}

export async function bodyOf(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

export const cut = (res: ServerResponse) => res.socket?.destroy()
