import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import type pg from 'pg'
import { Batch } from './batch.ts'
import { isConnectionLoss, type Pool, unavailable } from './pool.ts'
import { bind, conflictOf, streamNothing } from './transaction.ts'

type Settings = Readonly<Record<string, string | number>>

/** Sends the statements of one turn of the event loop as one batch, with its settings. */
class ReadingConnection implements DatabaseConnection {
  #client: pg.PoolClient | null
  readonly #pool: Pool
  readonly #settings: Settings
  #next: Batch | null = null
  #last: Batch | null = null

  constructor(client: pg.PoolClient, pool: Pool, settings: Settings) {
    this.#client = client
    this.#pool = pool
    this.#settings = settings
  }

  close(): void {
    this.#client = null
  }

  async settle(): Promise<void> {
    await this.#last?.ended
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const batch = this.#batch()
    const statement = { text: sql, name: this.#pool.statementName(sql) ?? '', values: parameters as unknown[] }
    try {
      return await new Promise<QueryResult<R>>((resolve, reject) => {
        batch.add(statement, (error, { rows }) => (error ? reject(error) : resolve({ rows })))
      })
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  streamQuery = streamNothing

  #batch(): Batch {
    if (!this.#client) throw new Error('A database handle was used after its transaction ended.')
    if (this.#next) return this.#next
    const client = this.#client
    const batch = new Batch()
    const [names, values] = [Object.keys(this.#settings), Object.values(this.#settings)]
    const text = settingsText(names)
    // If the settings fail, every statement of the batch fails with that error.
    batch.add({ text, name: this.#pool.statementName(text) ?? '', values }, () => {})
    this.#next = batch
    this.#last = batch
    process.nextTick(() => {
      this.#next = null
      client.query(batch)
    })
    return batch
  }
}

/** Names are constants; values are parameters. */
const settingsText = (names: readonly string[]) =>
  `select ${["set_config('transaction_read_only', 'on', true)", ...names.map((name, i) => `set_config('${name}', $${i + 1}, true)`)].join(', ')}`

/**
 * Runs reading work without a transaction: the statements of one turn of the event loop form a read-only batch with the
 * settings. Different batches see concurrent commits, as in a transaction of PostgreSQL's default isolation; locks end
 * with their batch.
 * @throws DomainError 'unavailable' when the connection was lost; whatever `work` throws.
 */
export async function inBatches<DB, T>(
  pool: Pool,
  settings: Settings,
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const connection = new ReadingConnection(client, pool, settings)
  let broken = false
  try {
    return await work(bind<DB>(connection))
  } catch (error) {
    broken = isConnectionLoss(error)
    if (broken) throw unavailable(error)
    // Drains the statements beside the failed one before the connection is reused.
    await connection.settle()
    throw conflictOf(error)
  } finally {
    connection.close()
    client.release(broken)
  }
}
