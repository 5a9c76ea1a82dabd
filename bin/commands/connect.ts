import type { AccountParts } from '#server/accounts/sign-in/parts.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { type Config, readConfig } from '#server/engine/kernel/config.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createStorage } from '#server/engine/kernel/storage/storage.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { pendingMigrations } from '#server/platform/migrate.ts'
import { openDatabase } from '#server/platform/start-database.ts'

const LONG_MS = 600_000

/** Opens the configured database, or the embedded one: started if it does not run yet, and then stopped afterwards. */
async function connect(config: Config) {
  const log = createLog({ level: config.LOG_LEVEL === 'silent' ? 'silent' : 'error' })
  const database = await openDatabase(config, log)
  const connectionString = database.urls.platform
  const pool = createPool({ connectionString, role: 'platform', max: 2, log, statementTimeoutMs: LONG_MS })
  return {
    config,
    log,
    clock: createClock(),
    pool,
    storage: createStorage(config),
    urls: database.urls,
    close: async () => {
      await pool.end()
      if (database.embedded?.owned) await database.stop()
    },
  }
}

export type Connection = Awaited<ReturnType<typeof connect>>

type Options = {
  /** Runs before the database is accessed. */
  check?: (config: Config) => void
  /** False for the command that migrates the database. */
  migrated?: boolean
}

export async function withConnection(
  work: (connection: Connection) => Promise<void>,
  { check = () => {}, migrated = true }: Options = {},
): Promise<void> {
  const config = readConfig()
  check(config)
  const connection = await connect(config)
  try {
    if (migrated) await requireMigrated(connection)
    await work(connection)
  } finally {
    await connection.close()
  }
}

/** Runs work on accounts, which needs the account connection. The next worker tick sends what it queues. */
export async function withAccounts<T>(
  { config, clock, log, urls }: Connection,
  work: (parts: Pick<AccountParts, 'authPool' | 'withSite' | 'clock' | 'wake' | 'secret'>) => Promise<T>,
): Promise<T> {
  const app = createPool({ connectionString: urls.app, role: 'app', max: 1, log })
  const authPool = createPool({ connectionString: urls.auth, role: 'auth', max: 1, log })
  try {
    return await work({
      authPool,
      withSite: createWithSite(app, clock),
      clock,
      wake: () => {},
      secret: config.SESSION_SECRET,
    })
  } finally {
    await Promise.all([app.end(), authPool.end()])
  }
}

async function requireMigrated({ urls }: Connection): Promise<void> {
  const pending = await pendingMigrations(urls.platform).catch((error: unknown) => {
    if ((error as { code?: string }).code === '42P01') return ['all']
    throw error
  })
  if (pending.length) throw new Error('The database is not up to date. Run "watchbill migrate" first.')
}
