/** How many pieces of work run at a time, how many of one site may wait, and for how long. */
type Bounds = { running: number; waitingPerSite: number; waitMs: number }

/** Thrown when the queue is full or the wait was too long. */
export class TurnRefused extends Error {}

type Waiting = { urgent: boolean; start: () => void; refuse: () => void; timer: NodeJS.Timeout }
type Lane = { waiting: Waiting[]; running: boolean; usedMs: number; since: number }

/** The half-life of the time that a site has used. */
const HALF_LIFE_MS = 10_000

/**
 * Runs work in turn, fairly between sites: one piece per site at a time, and next the site that has recently used the least
 * time. A site whose work is slow therefore delays only itself. Within a site urgent work comes first.
 * @returns a function that runs the given work.
 * @throws TurnRefused when too much of the site is waiting, or for too long.
 */
export function createFairQueue({ running, waitingPerSite, waitMs }: Bounds) {
  const lanes = new Map<number, Lane>()
  let free = running

  const recentUse = (lane: Lane, now: number) => lane.usedMs * 2 ** ((lane.since - now) / HALF_LIFE_MS)

  const laneOf = (site: number): Lane => {
    const lane = lanes.get(site) ?? { waiting: [], running: false, usedMs: 0, since: performance.now() }
    lanes.set(site, lane)
    return lane
  }

  /** Starts the oldest work of the site that has used the least; drops idle sites on the way. */
  const startNext = () => {
    const now = performance.now()
    while (free > 0) {
      let next: Lane | undefined
      for (const [site, lane] of lanes) {
        if (!lane.running && !lane.waiting.length && recentUse(lane, now) < 1) lanes.delete(site)
        const ready = !lane.running && lane.waiting.length > 0
        if (ready && (!next || recentUse(lane, now) < recentUse(next, now))) next = lane
      }
      const first = next?.waiting.shift()
      if (!next || !first) return
      free -= 1
      next.running = true
      clearTimeout(first.timer)
      first.start()
    }
  }

  const waitForTurn = (lane: Lane, urgent: boolean): Promise<void> =>
    new Promise((start, reject) => {
      const refuse = () => {
        lane.waiting = lane.waiting.filter((one) => one !== waiting)
        reject(new TurnRefused())
      }
      const waiting: Waiting = { urgent, start, refuse, timer: setTimeout(refuse, waitMs) }
      const before = urgent ? lane.waiting.findIndex((one) => !one.urgent) : -1
      lane.waiting.splice(before < 0 ? lane.waiting.length : before, 0, waiting)
      startNext()
    })

  const inTurn = async <T>(site: number, work: () => Promise<T>, { urgent = true } = {}): Promise<T> => {
    const lane = laneOf(site)
    if (lane.waiting.length >= waitingPerSite) throw new TurnRefused()
    await waitForTurn(lane, urgent)
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      const now = performance.now()
      lane.usedMs = recentUse(lane, now) + now - startedAt
      lane.since = now
      lane.running = false
      free += 1
      startNext()
    }
  }

  /** Refuses all waiting work. */
  const stop = () => {
    for (const { waiting } of lanes.values())
      for (const { refuse, timer } of [...waiting]) {
        clearTimeout(timer)
        refuse()
      }
  }
  return { inTurn, stop }
}
