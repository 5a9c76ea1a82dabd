import { hash, verify } from '@node-rs/argon2'
import { createGate } from '#server/engine/kernel/gate.ts'

/** argon2id, 19 MiB, two passes, one lane (OWASP Password Storage). 2 = Argon2id. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const CURRENT_PREFIX = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$`

export const isOutdated = (stored: string): boolean => !stored.startsWith(CURRENT_PREFIX)

const MAX_RUNNING = 4
const MAX_WAITING = 50

export type Passwords = {
  hash(password: string): Promise<string>
  /** With null, takes the same time on a dummy and returns false. */
  verify(stored: string | null, password: string): Promise<boolean>
}

/** Compared when no account is known; created once per process. */
let dummy: Promise<string> | undefined

/**
 * Hashes passwords with limited concurrency.
 * @throws DomainError 'unavailable' when more than 50 are waiting.
 */
export function createPasswords(): Passwords {
  const runLimited = createGate({
    running: MAX_RUNNING,
    waiting: MAX_WAITING,
    full: 'Too many people are signing in. Please try again.',
    retryAfter: 2,
  })
  dummy ??= hash('no account has this password', OPTIONS)
  const nobodys = dummy
  return {
    hash: (password) => runLimited(() => hash(password, OPTIONS)),
    verify: async (stored, password) => {
      const target = stored ?? (await nobodys)
      const matches = await runLimited(() => verify(target, password).catch(() => false))
      return matches && stored !== null
    },
  }
}
