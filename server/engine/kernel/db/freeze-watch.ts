import pg from 'pg'
import type { Client } from './client.ts'

/** First check of a connection in use; the interval then doubles. */
const DOUBT_MS = 1_500
/** Maximum time of a healthy server to accept a connection. */
const PROBE_MS = 2_000
const BEAT_MS = 100
/** After such a gap the process may not have read the response, and its probe does not count. */
const ABSENT_MS = 800

/**
 * Closes connections of a frozen server or a network that drops packets: the connections stay open, and their
 * statements would wait for hours. Slow statements stay, because the server still accepts new connections.
 */
export function createFreezeWatch(config: pg.ClientConfig) {
  let probe: Promise<boolean> | null = null
  const answers = () => {
    probe ??= isAnswering(config).finally(() => {
      probe = null
    })
    return probe
  }

  /** Watches a connection in use. @returns a function that ends the watch. */
  return (client: Client): (() => void) => {
    let timer: NodeJS.Timeout
    let ended = false
    const doubt = (after: number) => {
      timer = setTimeout(async () => {
        const alive = await answers()
        if (ended) return
        if (alive) doubt(after * 2)
        else client.cut(new Error('Connection terminated: the server does not answer.'))
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

async function isAnswering(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({
    ...config,
    application_name: `${config.application_name}-probe`,
    connectionTimeoutMillis: PROBE_MS,
  })
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
