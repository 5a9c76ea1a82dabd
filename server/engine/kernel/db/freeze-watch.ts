import type { Socket } from 'node:net'
import pg from 'pg'

/** A connection that has been in use for so long is doubted, then again after twice as long each time. */
const DOUBT_MS = 1_500
/** How long a server that lives takes at most to let someone in. */
const PROBE_MS = 2_000
/** How often a process makes sure that it runs itself. */
const BEAT_MS = 100
/** A process that did not run for so long may not have read the answer, and does not count its probe. */
const ABSENT_MS = 800

/**
 * Closes connections of a server that no longer answers: it was frozen, or the network drops what is sent. Such a server keeps
 * its connections open, and their statements would wait for hours. A statement that is only slow is left alone, because the server
 * still answers a new connection.
 */
export function createFreezeWatch(config: pg.ClientConfig) {
  let probe: Promise<boolean> | null = null
  const answers = () => {
    probe ??= isAnswering(config).finally(() => {
      probe = null
    })
    return probe
  }

  /** Watches a connection in use. @returns ends the watch. */
  return (client: pg.PoolClient): (() => void) => {
    let timer: NodeJS.Timeout
    let ended = false
    const doubt = (after: number) => {
      timer = setTimeout(async () => {
        const alive = await answers()
        if (ended) return
        if (alive) doubt(after * 2)
        else streamOf(client).destroy(new Error('Connection terminated: the server does not answer.'))
      }, after)
      timer.unref()
    }
    doubt(DOUBT_MS)
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }
}

const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Whether the server says anything to a new connection; a refusal is an answer too. */
async function isAnswering(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_MS })
  client.on('error', () => {})
  let [last, absent] = [performance.now(), 0]
  const beat = () => {
    const now = performance.now()
    absent = Math.max(absent, now - last)
    last = now
  }
  const beats = setInterval(beat, BEAT_MS)
  try {
    await client.connect()
    client.end().catch(() => {})
    return true
  } catch (error) {
    beat()
    const isTimeout = error instanceof Error && /timeout/i.test(error.message)
    return !isTimeout || absent > ABSENT_MS
  } finally {
    clearInterval(beats)
  }
}
