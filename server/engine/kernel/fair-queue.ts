type Bounds = {
  /** How many pieces of work run at a time, and how many of them for one site: one unless given. */
  running: number
  runningPerSite?: number
  /** How many of one site may wait, and for how long: any number, and for ever, unless given. */
  waitingPerSite?: number
  waitMs?: number
}

/** Thrown when the queue is full or the wait was too long. */
export class TurnRefused extends Error {}

type Waiting = { urgent: boolean; start: () => void; refuse: () => void; timer: NodeJS.Timeout | undefined }
type Lane = { waiting: Waiting[]; running: number; usedMs: number; since: number }

/** The half-life of the time that a site has used. */
const HALF_LIFE_MS = 10_000

/**
 * Runs work in turn, fairly between sites: next comes the site that has recently used the least time, and none runs more than its share at a
 * time. A site whose work is slow therefore delays only itself. Within a site urgent work comes first.
 * @returns a function that runs the given work.
 * @throws TurnRefused when too much of the site is waiting, or for too long.
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

  /** Starts the oldest work of the site that has used the least; drops idle sites on the way. */
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
    // Nobody else waits for what is free now, or they could not have it.
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
