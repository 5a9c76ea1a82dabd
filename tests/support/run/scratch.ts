import { createHash } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'

const MEMORY = '/dev/shm'
const GB = 2 ** 30

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > 4 * GB && process.availableMemory() > 8 * GB
}

const inMemory = () =>
  path.join(MEMORY, `watchbill-${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8)}`)

/**
 * The folder for databases of tests: in memory where there is room, since a copied database is a thousand files.
 * Workers use their run's.
 */
export function scratch(): string {
  process.env.TEST_SCRATCH ??= hasRoom() ? inMemory() : path.resolve('.cache')
  return process.env.TEST_SCRATCH
}

export const isInMemory = (): boolean => scratch().startsWith(MEMORY)
