import { setTimeout as wait } from 'node:timers/promises'

/**
 * Serialisation failure, deadlock, lock timeout, and a row that was there when it was looked for and is removed when it is
 * referred to: somebody else was faster, and nothing of this transaction is stored.
 */
const LOST_RACE = new Set(['40001', '40P01', '55P03', '23503'])

/** Whether this is the database's word that another transaction won. */
export const isSerializationConflict = (error: unknown): boolean =>
  error instanceof Error && LOST_RACE.has((error as { code?: string }).code ?? '')

const TRIES = 5
const PAUSE_MS = 40

/**
 * Does `work`, a whole transaction, again when another one won the race for its locks. For what shall win in the end whoever
 * was faster: a removal. @throws what `work` throws, a lost race after five tries.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !(error instanceof Error && isSerializationConflict(error.cause))) throw error
      await wait(PAUSE_MS * attempt * (0.5 + Math.random()))
    }
  }
}
