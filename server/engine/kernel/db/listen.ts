import pg from 'pg'
import { stopwatch } from '#server/engine/kernel/clock.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DatabaseRole } from './pool.ts'
import { opened } from './pooler.ts'

export type Listener = {
  isListening(): boolean
  stop(): Promise<void>
}

type Options = {
  connectionString: string
  role: DatabaseRole
  /** The channel of NOTIFY; each database has its own. */
  channel: string
  onMessage: (payload: string) => void
  /** Called whenever listening starts (again): earlier notifications are lost. */
  onListening: () => void
  log: Log
}

const HEARTBEAT_MS = 10_000
/** Tolerates two missing heartbeats. */
const SILENCE_MS = 25_000

/**
 * Listens to a channel of PostgreSQL on a separate connection. It notifies itself every ten seconds, since a pooler or
 * a dead connection accepts LISTEN and delivers nothing. Reopens a lost connection at the next heartbeat; never throws.
 */
export function listen({ connectionString, role, channel, onMessage, onListening, log }: Options): Listener {
  let client: pg.Client | null = null
  let sinceLastMessage: (() => number) | null = null
  let heartbeat: Promise<void> | null = null
  const isListening = () => sinceLastMessage !== null && sinceLastMessage() < SILENCE_MS
  const drop = (gone: pg.Client, error?: Error) => {
    if (client !== gone) return
    client = null
    sinceLastMessage = null
    if (error) log.warn({ err: error.message, channel }, 'lost the connection that listens to the database')
    gone.end().catch(() => {})
  }
  const open = async () => {
    const next = new pg.Client({
      ...opened(connectionString, `-c role=watchbill_${role}`),
      application_name: `watchbill-${channel}`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client = next
    next.on('error', (error) => drop(next, error))
    next.on('end', () => drop(next))
    next.on('notification', ({ payload }) => {
      if (client !== next) return
      if (payload) return onMessage(payload)
      if (!isListening()) onListening()
      sinceLastMessage = stopwatch()
    })
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
  }
  const sendHeartbeat = async () => {
    try {
      if (sinceLastMessage && !isListening() && client) drop(client)
      if (!client) await open()
      await client?.query('select pg_notify($1, $2)', [channel, ''])
    } catch (error) {
      if (client) drop(client, error as Error)
    }
  }
  const tick = () => {
    heartbeat ??= sendHeartbeat().finally(() => {
      heartbeat = null
    })
  }
  tick()
  const timer = setInterval(tick, HEARTBEAT_MS)
  timer.unref()
  return {
    isListening,
    stop: async () => {
      clearInterval(timer)
      await heartbeat
      if (client) drop(client)
    },
  }
}
