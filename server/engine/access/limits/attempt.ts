import { setTimeout as pause } from 'node:timers/promises'
import { RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import type { Window } from './table.ts'

export type Counter = { window: Window; limiter: RateLimiterStoreAbstract; failures?: RateLimiterStoreAbstract }

export type Turn = Counter & { key: string }

const WAIT_MS = 100
const MAX_WAIT_MS = 3_000

/**
 * Counts an attempt in all of its windows, or in none.
 * @throws RateLimiterRes of the full window; whatever the store throws.
 */
export async function countAttempt(turns: readonly Turn[], cost: number): Promise<void> {
  const counted: Turn[] = []
  for (const turn of turns) {
    try {
      await (turn.window.counts === 'crowd' ? consumeShared(turn, cost) : consume(turn, cost))
    } catch (error) {
      await refund(counted, cost)
      throw error
    }
    counted.push(turn)
  }
}

export const refund = (turns: readonly Turn[], cost: number): Promise<void> =>
  Promise.all(turns.map(({ limiter, key }) => limiter.reward(key, cost).catch(() => {}))).then(() => {})

/** Uncounts a refused attempt where successes are given back: the count would never fall again. */
async function consume({ window, limiter, key }: Turn, cost: number): Promise<void> {
  try {
    await limiter.consume(key, cost)
  } catch (error) {
    if (error instanceof RateLimiterRes && window.counts !== 'every') await limiter.reward(key, cost)
    throw error
  }
}

/**
 * Only this count decides. The separate count of failures distinguishes a window full of failures, where waiting is
 * useless, from one full of attempts in progress.
 */
async function consumeShared(turn: Turn, cost: number): Promise<void> {
  const { window, limiter, failures, key } = turn
  for (let waited = 0; ; waited += WAIT_MS) {
    const full = await limiter.get(key)
    if (!full || full.consumedPoints < window.points) {
      try {
        return await consume(turn, cost)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
      }
    }
    const failed = await failures?.get(key)
    if (failed && failed.consumedPoints >= window.points) throw failed
    if (waited >= MAX_WAIT_MS) throw new RateLimiterRes(0, MAX_WAIT_MS)
    await pause(WAIT_MS)
  }
}
