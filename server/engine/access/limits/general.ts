import { createHash } from 'node:crypto'
import type { LimitStore } from './stores.ts'

const WINDOW_MS = 60_000
/** Counters below this share of their limit stay in the process, so that quiet callers cost the store nothing. */
const SHARED_FROM = 0.1

/** Maximum number of counted addresses; evicts the least recently active. */
export const MAX_ADDRESSES = 50_000

type Counter = { limit: number; mine: number; sent: number; total: number }

/**
 * Counts requests per minute in memory. `share` exchanges busy counters with the other processes every few seconds, so
 * the limit over all processes is exact except for those seconds.
 */
export function createGeneralCounter(realNow: () => number, store: Pick<LimitStore, 'add'>) {
  let minute = 0
  let sharing = false
  let counters = new Map<string, Counter>()
  let addresses = new Map<string, Counter>()
  const startMinute = () => {
    const current = Math.floor(realNow() / WINDOW_MS)
    if (current !== minute) {
      minute = current
      counters = new Map()
      addresses = new Map()
    }
  }
  const fresh = (limit: number): Counter => ({ limit, mine: 0, sent: 0, total: 0 })
  const add = (counter: Counter): number => {
    counter.mine += 1
    const all = counter.mine + (counter.total - counter.sent)
    return all <= counter.limit ? 0 : Math.max(1, Math.ceil(((minute + 1) * WINDOW_MS - realNow()) / 1_000))
  }
  return {
    /**
     * Counts a request of a person, a program or a site.
     * @returns seconds to wait when the limit is exceeded, else 0.
     */
    count: (key: string, limit: number): number => {
      startMinute()
      const counter = counters.get(key) ?? fresh(limit)
      counters.set(key, counter)
      return add(counter)
    },
    /** Counts a request of an address; bounded, since anyone can use many addresses. @returns as `count`. */
    countAddress: (key: string, limit: number): number => {
      startMinute()
      const counter = addresses.get(key) ?? fresh(limit)
      addresses.delete(key)
      addresses.set(key, counter)
      if (addresses.size > MAX_ADDRESSES) addresses.delete(addresses.keys().next().value!)
      return add(counter)
    },
    addresses: (): number => addresses.size,
    share: async (): Promise<void> => {
      startMinute()
      const window = minute
      const busy = [...counters, ...addresses].filter(([, c]) => c.mine >= c.limit * SHARED_FROM)
      if (!busy.length || sharing) return
      sharing = true
      try {
        const mine = busy.map(([, c]) => c.mine)
        const counts = busy.map(([key, c], i) => ({ key: `all:${hashed(key)}:${window}`, add: mine[i]! - c.sent }))
        const totals = await store.add(counts, (2 * WINDOW_MS) / 1_000)
        busy.forEach(([, c], i) => {
          c.sent = mine[i]!
          c.total = totals[i] ?? c.total
        })
      } finally {
        sharing = false
      }
    },
  }
}

/** Stored keys name neither people nor addresses. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')
