/** How many pieces of work run at once, how many of one site may wait, and for how long. */
type Bounds = { running: number; waitingPerSite: number; waitMs: number }

/** Too much waits already, or the turn did not come in time. */
export class NoTurn extends Error {}

type Waiting = { urgent: boolean; start: () => void; refuse: () => void; timer: NodeJS.Timeout }
type Lane = { waiting: Waiting[]; running: boolean; usedMs: number; since: number }

/** After so long, half of the time that a site has used is forgotten. */
const FORGET_MS = 10_000

/**
 * Gives work its turn, fairly between sites: of one site one piece runs at a time, and the site that has used the least
 * time lately comes next. So a site whose work is slow waits for itself and never for others. Of one site, what is urgent
 * comes before what is not.
 * @returns what runs the work given to it. @throws NoTurn when its site has too much waiting, or it has waited too long.
 */
export function createTurns({ running, waitingPerSite, waitMs }: Bounds) {
  const lanes = new Map<number, Lane>()
  let free = running

  const used = (lane: Lane, now: number) => lane.usedMs * 2 ** ((lane.since - now) / FORGET_MS)

  const laneOf = (site: number): Lane => {
    const lane = lanes.get(site) ?? { waiting: [], running: false, usedMs: 0, since: performance.now() }
    lanes.set(site, lane)
    return lane
  }

  /** The longest waiting piece of the site that has used the least; sites with nothing to do are forgotten in passing. */
  const startNext = () => {
    const now = performance.now()
    while (free > 0) {
      let next: Lane | undefined
      for (const [site, lane] of lanes) {
        if (!lane.running && !lane.waiting.length && used(lane, now) < 1) lanes.delete(site)
        const ready = !lane.running && lane.waiting.length > 0
        if (ready && (!next || used(lane, now) < used(next, now))) next = lane
      }
      const first = next?.waiting.shift()
      if (!next || !first) return
      free -= 1
      next.running = true
      clearTimeout(first.timer)
      first.start()
    }
  }

  const turnOf = (lane: Lane, urgent: boolean): Promise<void> =>
    new Promise((start, reject) => {
      const refuse = () => {
        lane.waiting = lane.waiting.filter((one) => one !== waiting)
        reject(new NoTurn())
      }
      const waiting: Waiting = { urgent, start, refuse, timer: setTimeout(refuse, waitMs) }
      const before = urgent ? lane.waiting.findIndex((one) => !one.urgent) : -1
      lane.waiting.splice(before < 0 ? lane.waiting.length : before, 0, waiting)
      startNext()
    })

  const inTurn = async <T>(site: number, work: () => Promise<T>, { urgent = true } = {}): Promise<T> => {
    const lane = laneOf(site)
    if (lane.waiting.length >= waitingPerSite) throw new NoTurn()
    await turnOf(lane, urgent)
    const begun = performance.now()
    try {
      return await work()
    } finally {
      const now = performance.now()
      lane.usedMs = used(lane, now) + now - begun
      lane.since = now
      lane.running = false
      free += 1
      startNext()
    }
  }

  /** Refuses all that waits. */
  const stop = () => {
    for (const { waiting } of lanes.values())
      for (const { refuse, timer } of [...waiting]) {
        clearTimeout(timer)
        refuse()
      }
  }
  return { inTurn, stop }
}
