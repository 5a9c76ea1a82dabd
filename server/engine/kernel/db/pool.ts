import { createHash } from 'node:crypto'
import pg from 'pg'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { createFairQueue, TurnRefused } from '#server/engine/kernel/fair-queue.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { Client, type PooledClient } from './client.ts'
import { createFreezeWatch } from './freeze-watch.ts'
import { isPooled, opened } from './pooler.ts'

/** The roles of infra/roles.sql. */
export type DatabaseRole = 'app' | 'worker' | 'auth' | 'platform' | 'migrator'

export type Pool = {
  readonly role: DatabaseRole
  /** Takes a connection; `release(true)` discards it. Only kernel and tenancy call this. */
  connect(): Promise<PooledClient>
  /** Runs work with one connection in the turn of `site`, which may use half of the connections. */
  inTurn<T>(site: number, work: () => Promise<T>): Promise<T>
  statementName(text: string): string | undefined
  end(): Promise<void>
  stats(): { total: number; idle: number; waiting: number }
}

const INT8 = 20
const INT8_ARRAY = 1016
const INT4_ARRAY = 1007
const NUMERIC = 1700
const DATE = 1082

/** Ids and counts are integers below 2^53, hours have two decimals, and dates stay text. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format !== 'binary') {
      if (oid === INT8 || oid === NUMERIC) return Number as never
      if (oid === DATE) return String as never
    }
    const like: number = (oid as number) === INT8_ARRAY ? INT4_ARRAY : oid
    return pg.types.getTypeParser(like, format as 'text')
  },
}

/** Further statements are sent unprepared, so that generated SQL cannot fill the server's memory. */
const MAX_STATEMENTS = 1000

export type PoolOptions = {
  connectionString: string
  role: DatabaseRole
  max: number
  log: Log
  /** How its connections are called in the database; its role unless given. */
  name?: string
  statementTimeoutMs?: number
  lockTimeoutMs?: number
}

const WAIT_MS = 5_000
/**
 * Maximum wait for the connection afterwards, so that a request to a frozen database gets a response within five
 * seconds.
 */
const CONNECT_MS = 4_000

/**
 * Creates a pool of pipelined connections with the role `watchbill_{role}`. Independent statements of a transaction
 * share a round trip. A lost server fails running statements, never the process. Each connection plans a statement
 * once: row security hides the site from the planner anyway, and planning a list takes longer than reading it.
 */
export function createPool({
  connectionString,
  role,
  max,
  log,
  name = role,
  statementTimeoutMs = 15_000,
  lockTimeoutMs = 5_000,
}: PoolOptions): Pool {
  const server = {
    application_name: `watchbill-${name}`,
    ...opened(
      connectionString,
      `-c role=watchbill_${role} -c search_path=core,identity,platform -c TimeZone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=30000 -c lock_timeout=${lockTimeoutMs} -c jit=off -c plan_cache_mode=force_generic_plan`,
    ),
  }
  const pool = new pg.Pool({
    ...server,
    Client,
    max,
    types,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
  } as pg.PoolConfig)
  const watch = createFreezeWatch(server)
  const logLostConnection = (error: Error) => log.warn({ err: error.message, pool: role }, 'database connection lost')
  pool.on('error', logLostConnection)
  pool.on('connect', (client) => client.on('error', logLostConnection))
  const names = new Map<string, string>()
  const most = isPooled(connectionString) ? 0 : MAX_STATEMENTS
  const { inTurn } = createFairQueue({ running: max, runningPerSite: Math.ceil(max / 2), waitMs: WAIT_MS })
  return {
    role,
    inTurn: (site, work) =>
      inTurn(site, work).catch((error: unknown) => {
        throw error instanceof TurnRefused ? unavailable(error) : error
      }),
    connect: async () => {
      try {
        const client = (await pool.connect()) as unknown as PooledClient
        const { release } = client
        const endWatch = watch(client)
        client.release = (broken) => {
          endWatch()
          release(broken)
        }
        return client
      } catch (cause) {
        throw unavailable(cause)
      }
    },
    statementName: (text) => {
      const known = names.get(text)
      if (known || names.size >= most) return known
      const name = createHash('sha1').update(text).digest('base64url')
      names.set(text, name)
      return name
    },
    end: () => pool.end(),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

export const unavailable = (cause: unknown) =>
  new DomainError('unavailable', 'The service is not available for a moment. Please try again.', {
    retryAfter: 2,
    cause,
  })

/** SQLSTATE classes of a lost or overloaded server: 08 connection, 53 resources, 57P shutdown. */
const UNAVAILABLE_CODES = /^(08|53|57P)/

/** Whether an error is the fault of the connection, not of the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code
  if (code && (UNAVAILABLE_CODES.test(code) || ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'].includes(code)))
    return true
  return /Connection terminated|Client has encountered a connection error|not queryable/.test(error.message)
}
