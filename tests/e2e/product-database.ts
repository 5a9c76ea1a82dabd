import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { readConfig } from '#server/engine/kernel/config.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { inviteOperator } from '#server/platform/operators.ts'
import { createSite } from '#server/platform/sites.ts'
import { openDatabase } from '#server/platform/start-database.ts'
import { runningProduct } from './running-product.ts'

/**
 * The database of the running product, for states that no page or call can create: past years, another operator.
 * `dataDir` is its data folder.
 */
export async function productDatabase(dataDir = runningProduct().dataDir) {
  const log = createLog({ level: 'silent' })
  const config = readConfig({ ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir })
  const { urls } = await openDatabase(config, log)
  const pool = createPool({ connectionString: urls.platform, role: 'platform', max: 1, log })
  return {
    url: urls.platform,
    run: async (text: string, values: unknown[] = []) => {
      const connection = await pool.connect()
      try {
        return await connection.query(text, values)
      } finally {
        connection.release()
      }
    },
    /** Marks an address as confirmed by its owner, as most members' are. */
    confirm: (email: string) => confirmed(pool, email),
    site: (input: Parameters<typeof createSite>[1]) => createSite({ pool, now: new Date() }, input),
    invite: (email: string) => inviteOperator({ pool, now: new Date() }, email),
    operator: async (email: string) => {
      const password = 'a long enough password'
      await inviteOperator({ pool, now: new Date() }, email)
      const connection = await pool.connect()
      try {
        await connection.query(
          'select identity.accept_invitation(id, $1, now()) from platform.operator_invitations where email = $2',
          [await createPasswords().hash(password), email],
        )
      } finally {
        connection.release()
      }
      return { email, password }
    },
    end: () => pool.end(),
  }
}

async function confirmed(pool: ReturnType<typeof createPool>, email: string): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query(
      "select identity.prove_address(id, 'earlier', 0, 0, now()) from identity.accounts where email = $1 and proved_at is null",
      [email],
    )
  } finally {
    connection.release()
  }
}

export async function confirmEmailOf(email: string, dataDir?: string): Promise<void> {
  const database = await productDatabase(dataDir)
  await database.confirm(email)
  await database.end()
}
