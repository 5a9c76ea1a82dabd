import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { isSerializationConflict } from '#server/engine/kernel/transaction-conflict.ts'
import type { Client } from './client.ts'
import { isConnectionLoss, type Pool, unavailable } from './pool.ts'

export const conflictOf = (error: unknown): unknown =>
  isSerializationConflict(error)
    ? new DomainError('conflict', 'Someone else changed this at the same moment. Please try again.', { cause: error })
    : error

export type Access = 'read' | 'write'

/**
 * Sends a statement. pg's own promise keeps the rows of each result in memory until a full garbage collection; a
 * callback lets the minor one free them. Otherwise a list of 34 KB cost a fifth more processor time.
 * @throws the error of the server, with the stack of the caller.
 */
export async function send(client: Client, statement: pg.QueryConfig | string): Promise<pg.QueryResult> {
  try {
    return await new Promise<pg.QueryResult>((resolve, reject) => {
      client.query(statement, (error, result) => (error ? reject(error) : resolve(result)))
    })
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

// biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator; pipelined connections cannot stream.
export async function* streamNothing<R>(): AsyncIterableIterator<QueryResult<R>> {
  throw new Error('Streaming is not possible on a pipelined connection; page by key instead.')
}

/** Must not be used after the transaction. */
class TransactionConnection implements DatabaseConnection {
  #client: Client | null
  readonly #pool: Pool
  constructor(client: Client, pool: Pool) {
    this.#client = client
    this.#pool = pool
  }
  close() {
    this.#client = null
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#client) throw new Error('A database handle was used after its transaction ended.')
    this.#client.gather()
    const result = await send(this.#client, {
      text: query.sql,
      values: query.parameters as unknown[],
      name: this.#pool.statementName(query.sql),
    })
    if (result.command === 'SELECT') return { rows: result.rows as R[] }
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  streamQuery = streamNothing
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

export function bind<DB>(connection: DatabaseConnection): Kysely<DB> {
  const nothing = async () => {}
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => connection,
      beginTransaction: async () => {
        throw new Error('Transactions do not nest.')
      },
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: nothing,
    }),
  }
  return new Kysely<DB>({ dialect })
}

/**
 * Runs `work` in one transaction. `settings` are transaction-local and sent in the round trip of `begin`, so that none
 * stays on the pooled connection. Resolves after the commit of a write; a read's commit is not awaited.
 * @param settings names and values; values must not contain quotes (numbers, words).
 * @throws DomainError 'unavailable' when the connection was lost, 'conflict' when another transaction won; whatever
 * `work` throws, after a rollback.
 */
export async function inTransaction<DB, T>(
  pool: Pool,
  access: Access,
  settings: Readonly<Record<string, string | number>>,
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const connection = new TransactionConnection(client, pool)
  let broken = false
  try {
    client.gather()
    const begun = send(client, opening(access, settings))
    begun.catch(() => {})
    const result = await work(bind<DB>(connection))
    await begun
    connection.close()
    client.gather()
    const committed = send(client, 'commit')
    if (access === 'write') {
      const { command } = await committed
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the server.')
    } else committed.catch(() => {})
    return result
  } catch (error) {
    connection.close()
    broken = isConnectionLoss(error)
    if (broken) throw unavailable(error)
    await send(client, 'rollback').catch(() => {
      broken = true
    })
    throw conflictOf(error)
  } finally {
    client.release(broken)
  }
}

/**
 * Runs one reading statement without settings and transaction.
 * @returns its rows.
 * @throws DomainError 'unavailable' when the connection was lost.
 */
export async function queryOnce<R>(pool: Pool, text: string, values: unknown[]): Promise<R[]> {
  const client = await pool.connect()
  let broken = false
  try {
    const { rows } = await send(client, { text, values, name: pool.statementName(text) })
    return rows as R[]
  } catch (error) {
    broken = isConnectionLoss(error)
    throw broken ? unavailable(error) : error
  } finally {
    client.release(broken)
  }
}

/** SQL: begins a transaction with its settings. */
export function opening(access: Access, settings: Readonly<Record<string, string | number>>): string {
  const begin = access === 'read' ? 'begin read only' : 'begin'
  const sets = Object.entries(settings).map(([name, value]) => {
    if (!/^[\w.-]*$/.test(String(value))) throw new Error(`Unsafe value for ${name}.`)
    return `;set local ${name}='${value}'`
  })
  return begin + sets.join('')
}
