import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import type pg from 'pg'
import { Batch } from './batch.ts'
import { isConnectionLoss, type Pool, unavailable } from './pool.ts'
import { bind, conflictOf, streamNothing } from './transaction.ts'

/** Settings of each batch, by name. */
type Settings = Readonly<Record<string, string | number>>

/** Sends what it is given in one turn of the event loop as one batch, under its settings. */
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

  /** Fulfilled when the server is done with all that was sent. */
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
    // Where the settings fail, every statement of the batch fails, and its caller gets the error.
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

/** Names are ours; a value is a parameter. */
const settingsText = (names: readonly string[]) =>
  `select ${["set_config('transaction_read_only', 'on', true)", ...names.map((name, i) => `set_config('${name}', $${i + 1}, true)`)].join(', ')}`

/**
 * Runs work that only reads, without a transaction around it: the statements that it gives in one turn of the event loop are one
 * batch, which has the settings, may not write, and is over when it is answered. Statements of different batches see what was
 * committed meanwhile, as they would in a transaction of PostgreSQL's default isolation; locks end with their batch.
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
    // What was sent beside the statement that failed is not left to the next one who gets the connection.
    await connection.settle()
    throw conflictOf(error)
  } finally {
    connection.close()
    client.release(broken)
  }
}
