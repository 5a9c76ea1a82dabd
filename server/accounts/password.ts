import { hash, verify } from '@node-rs/argon2'
import { createGate } from '#server/engine/kernel/gate.ts'

/** argon2id, 19 MiB, two passes, one lane (OWASP Password Storage). 2 = Argon2id. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const CURRENT = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$`

/** Whether a stored hash was made with other parameters than today's. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(CURRENT)

const RUNNING = 4
const WAITING = 50

export type Passwords = {
  hash(password: string): Promise<string>
  /** Checks against `stored`; with `null` it spends the same time on a dummy and says no. */
  verify(stored: string | null, password: string): Promise<boolean>
}

/**
 * Password hashing with a bound on how much of the machine it may take.
 * @throws DomainError 'unavailable' when more than 50 are waiting.
 */
export function createPasswords(): Passwords {
  const queued = createGate({
    running: RUNNING,
    waiting: WAITING,
    full: 'Too many people are signing in. Please try again.',
    retryAfter: 2,
  })
  const dummy = hash('no account has this password', OPTIONS)
  return {
    hash: (password) => queued(() => hash(password, OPTIONS)),
    verify: async (stored, password) => {
      const against = stored ?? (await dummy)
      const matches = await queued(() => verify(against, password).catch(() => false))
      return matches && stored !== null
    },
  }
}
