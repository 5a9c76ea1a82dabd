import { createPasswords } from '#server/accounts/sign-in/password.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { seedDemo } from '#server/platform/demo/seed.ts'

export async function seedDemoSites(platformUrl: string, { clock, log }: { clock: Clock; log: Log }): Promise<void> {
  const platformPool = createPool({
    connectionString: platformUrl,
    role: 'platform',
    max: 2,
    log,
    statementTimeoutMs: 120_000,
  })
  try {
    await seedDemo({ platformPool, passwords: createPasswords(), clock, log })
  } finally {
    await platformPool.end()
  }
}
