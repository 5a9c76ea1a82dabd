type Bounds = {
  /** Concurrent work overall and per site (default: one). */
  running: number
  runningPerSite?: number
  /** Maximum queue per site and its wait; default: unlimited. */
  waitingPerSite?: number
  waitMs?: number
}

export class TurnRefused extends Error {}

type Waiting = { urgent: boolean; start: () => void; refuse: () => void; timer: NodeJS.Timeout | undefined }
type Lane = { waiting: Waiting[]; running: number; usedMs: number; since: number }

/** Half-life of a site's used time. */
const HALF_LIFE_MS = 10_000

/**
 * Runs work fairly between sites: next comes the site with the least recent time, and none exceeds its share, so that a
 * slow site delays only itself. Within a site urgent work comes first.
 * @returns a function that runs the given work.
 * @throws TurnRefused when the site's queue is full, or after too long a wait.
 */
export function createFairQueue({
  running,
  runningPerSite = 1,
  waitingPerSite = Number.POSITIVE_INFINITY,
  waitMs,
}: Bounds) {
  const lanes = new Map<number, Lane>()
  let free = running
  let waitingInAll = 0

  const recentUse = (lane: Lane, now: number) => lane.usedMs * 2 ** ((lane.since - now) / HALF_LIFE_MS)

  const laneOf = (site: number): Lane => {
    const lane = lanes.get(site) ?? { waiting: [], running: 0, usedMs: 0, since: performance.now() }
    lanes.set(site, lane)
    return lane
  }

  const begin = (lane: Lane) => {
    free -= 1
    lane.running += 1
  }

  const startNext = () => {
    const now = performance.now()
    while (free > 0 && waitingInAll > 0) {
      let next: Lane | undefined
      for (const [site, lane] of lanes) {
        if (!lane.running && !lane.waiting.length && recentUse(lane, now) < 1) lanes.delete(site)
        const ready = lane.running < runningPerSite && lane.waiting.length > 0
        if (ready && (!next || recentUse(lane, now) < recentUse(next, now))) next = lane
      }
      const first = next?.waiting.shift()
      if (!next || !first) return
      waitingInAll -= 1
      begin(next)
      clearTimeout(first.timer)
      first.start()
    }
  }

  const waitForTurn = (lane: Lane, urgent: boolean): Promise<void> =>
    new Promise((start, reject) => {
      const refuse = () => {
        lane.waiting = lane.waiting.filter((one) => one !== waiting)
        waitingInAll -= 1
        reject(new TurnRefused())
      }
      const timer = waitMs === undefined ? undefined : setTimeout(refuse, waitMs)
      const waiting: Waiting = { urgent, start, refuse, timer }
      const before = urgent ? lane.waiting.findIndex((one) => !one.urgent) : -1
      lane.waiting.splice(before < 0 ? lane.waiting.length : before, 0, waiting)
      waitingInAll += 1
    })

  const inTurn = async <T>(site: number, work: () => Promise<T>, { urgent = true } = {}): Promise<T> => {
    const lane = laneOf(site)
    // No other site can use the free slot.
    if (free > 0 && lane.running < runningPerSite) begin(lane)
    else if (lane.waiting.length >= waitingPerSite) throw new TurnRefused()
    else await waitForTurn(lane, urgent)
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      const now = performance.now()
      lane.usedMs = recentUse(lane, now) + now - startedAt
      lane.since = now
      lane.running -= 1
      free += 1
      startNext()
    }
  }

  const stop = () => {
    for (const { waiting } of lanes.values())
      for (const { refuse, timer } of [...waiting]) {
        clearTimeout(timer)
        refuse()
      }
  }
  return { inTurn, stop }
}
