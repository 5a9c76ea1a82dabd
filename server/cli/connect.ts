import { createClock } from '#server/kernel/clock.ts'
import { readConfig } from '#server/kernel/config.ts'
import { createPool } from '#server/kernel/db/pool.ts'
import { createLog } from '#server/kernel/log.ts'
import { openDatabase } from '#server/platform/start-database.ts'

/**
 * What a command works with: the configured database, or the embedded one, which is started if no product runs on it and
 * stopped again afterwards.
 */
export async function connect() {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  const database = await openDatabase(config, log)
  const pool = createPool({
    connectionString: database.urls.platform,
    role: 'platform',
    max: 2,
    log,
    statementTimeoutMs: 600_000,
  })
  return {
    config,
    log,
    clock: createClock(),
    pool,
    urls: database.urls,
    close: async () => {
      await pool.end()
      if (database.embedded?.owned) await database.stop()
    },
  }
}

export type Connection = Awaited<ReturnType<typeof connect>>

/** Prints a result as JSON for scripts, or as the given words. */
export const say = (json: boolean, value: unknown, words: string) => console.log(json ? JSON.stringify(value) : words)

/** Runs a command and ends with 0, or with 1 and one clear line. */
export async function withConnection(work: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await connect()
  try {
    await work(connection)
  } finally {
    await connection.close()
  }
}
