import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import type { Client } from './client.ts'
import { isConnectionLoss, type Pool, unavailable } from './pool.ts'
import { bind, conflictOf, opening, send, streamNothing } from './transaction.ts'

type Settings = Readonly<Record<string, string | number>>

/** Sends the statements of one turn of the event loop as one transaction in one packet. */
class ReadingConnection implements DatabaseConnection {
  #client: Client | null
  readonly #pool: Pool
  readonly #settings: Settings
  #isOpen = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: Client, pool: Pool, settings: Settings) {
    this.#client = client
    this.#pool = pool
    this.#settings = settings
  }

  close(): void {
    this.#client = null
  }

  /** Waits until everything that was sent is answered. */
  async settle(): Promise<void> {
    await this.#last
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const client = this.#client
    if (!client) throw new Error('A database handle was used after its transaction ended.')
    const statement = { text: sql, name: this.#pool.statementName(sql) ?? '', values: parameters.map(asText) }
    if (!this.#isOpen) this.#begin(client)
    const { rows } = await send(client, statement)
    return { rows: rows as R[] }
  }

  streamQuery = streamNothing

  /** If `begin` or a setting fails, row security refuses every statement behind it. */
  #begin(client: Client): void {
    this.#isOpen = true
    process.nextTick(() => {
      this.#isOpen = false
      this.#last = send(client, 'commit').catch(() => {})
    })
    client.gather()
    send(client, opening('read', this.#settings)).catch(() => {})
  }
}

/** Objects are sent as JSON. @throws TypeError for a circular one, before anything is sent. */
const asText = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
    ? JSON.stringify(value)
    : value

/**
 * Runs reading work in read-only transactions with the settings, one for the statements of each turn of the event loop.
 * A failed statement fails those behind it in its turn. Different turns see concurrent commits, as in one transaction of
 * PostgreSQL's default isolation; locks end with their turn.
 * @throws DomainError 'unavailable' when the connection was lost; whatever `work` throws.
 */
export async function inTurns<DB, T>(pool: Pool, settings: Settings, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
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
