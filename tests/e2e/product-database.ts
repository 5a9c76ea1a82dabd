import { createPasswords } from '#server/accounts/password.ts'
import { readConfig } from '#server/kernel/config.ts'
import { createPool } from '#server/kernel/db/pool.ts'
import { createLog } from '#server/kernel/log.ts'
import { createOperator } from '#server/platform/operators.ts'
import { openDatabase } from '#server/platform/start-database.ts'
import { runningProduct } from './running-product.ts'

/** The database of the running product, for what no page and no call brings about: years that passed, another operator. */
export async function productDatabase() {
  const log = createLog({ level: 'silent' })
  const config = readConfig({ ...process.env, NODE_ENV: 'development', DATA_DIR: runningProduct().dataDir })
  const { urls } = await openDatabase(config, log)
  const pool = createPool({ connectionString: urls.platform, role: 'platform', max: 1, log })
  return {
    url: urls.platform,
    /** Runs one statement over all sites. */
    run: async (text: string, values: unknown[] = []) => {
      const connection = await pool.connect()
      try {
        return await connection.query(text, values)
      } finally {
        connection.release()
      }
    },
    /** Another operator of the console. @returns the email and the password that was drawn. */
    operator: async (email: string) => {
      const { password } = await createOperator({ pool, passwords: createPasswords() }, email)
      return { email, password: password ?? '' }
    },
    end: () => pool.end(),
  }
}
