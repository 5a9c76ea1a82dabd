import type { LimitStore } from './stores.ts'

const WINDOW_MS = 60_000
/** Counters below this part of their limit stay in the process: quiet people cost the store nothing. */
const SHARED_FROM = 0.1

type Counter = { limit: number; mine: number; sent: number; total: number }

/**
 * Counts of everything, a minute at a time. A request only adds one in memory; every few seconds `share` exchanges the
 * busy counters with the other processes in one call, so the limit of many processes is exact but for those seconds.
 */
export function createGeneralCounter(realNow: () => number, store: Pick<LimitStore, 'add'>) {
  let minute = 0
  let counters = new Map<string, Counter>()
  const turn = () => {
    const current = Math.floor(realNow() / WINDOW_MS)
    if (current !== minute) {
      minute = current
      counters = new Map()
    }
  }
  return {
    /** Counts one. @returns seconds to wait when that was too many, else 0. */
    count: (key: string, limit: number): number => {
      turn()
      const counter = counters.get(key) ?? { limit, mine: 0, sent: 0, total: 0 }
      counters.set(key, counter)
      counter.mine += 1
      const all = counter.mine + (counter.total - counter.sent)
      return all <= limit ? 0 : Math.max(1, Math.ceil(((minute + 1) * WINDOW_MS - realNow()) / 1_000))
    },
    share: async (): Promise<void> => {
      turn()
      const of = minute
      const busy = [...counters].filter(([, c]) => c.mine >= c.limit * SHARED_FROM)
      if (!busy.length) return
      const counts = busy.map(([key, c]) => ({ key: `all:${key}:${of}`, add: c.mine - c.sent }))
      for (const [, c] of busy) c.sent = c.mine
      const totals = await store.add(counts, (2 * WINDOW_MS) / 1_000)
      busy.forEach(([, c], i) => {
        c.total = totals[i] ?? c.total
      })
    },
  }
}
