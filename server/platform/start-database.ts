import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, givenDatabase } from '#server/engine/kernel/config.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { prepareDatabase } from './migrate.ts'

export type DatabaseUrls = { app: string; worker: string; auth: string; platform: string; migrate: string }

export type OpenedDatabase = { urls: DatabaseUrls; embedded: EmbeddedPostgres | null; stop(): Promise<void> }

/**
 * Opens the configured database, or starts and prepares the embedded one under `DATA_DIR`.
 * @param onGivingUp if given, the embedded one is restarted after a crash, and this is called when that fails.
 */
export async function openDatabase(config: Config, log: Log, onGivingUp?: () => void): Promise<OpenedDatabase> {
  const given = givenDatabase(config)
  if (given) return { urls: urlsFrom(config, given), embedded: null, stop: async () => {} }
  mkdirSync(config.dataDir, { recursive: true })
  const embedded = await startEmbedded({
    dir: path.join(config.dataDir, 'postgres'),
    onLog: (line) => log.debug({ line }, 'postgres'),
    ...(onGivingUp && { supervision: { log, onGivingUp } }),
  })
  const url = await prepareDatabase(embedded.superuserUrl, 'watchbill', readLoginSecret(config.dataDir))
  // Only the process that started or supervises the server stops it: others may use it.
  const isOurs = embedded.owned || onGivingUp !== undefined
  return { urls: urlsFrom(config, url), embedded, stop: async () => (isOurs ? embedded.stop() : undefined) }
}

export const urlsFrom = (config: Config, url: string): DatabaseUrls => ({
  app: config.DATABASE_APP_URL ?? url,
  worker: config.DATABASE_WORKER_URL ?? url,
  auth: config.DATABASE_AUTH_URL ?? url,
  platform: config.DATABASE_PLATFORM_URL ?? url,
  migrate: config.DATABASE_MIGRATE_URL ?? url,
})

function readLoginSecret(dataDir: string): string {
  const file = path.join(dataDir, 'login.secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}
