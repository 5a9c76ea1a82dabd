import { setTimeout as wait } from 'node:timers/promises'

/**
 * SQLSTATE of transactions that lost against another one: serialisation failure, deadlock, lock timeout, and a foreign
 * key to a removed row. Nothing of the transaction is stored.
 */
const CONFLICT_CODES = new Set(['40001', '40P01', '55P03', '23503'])

export const isSerializationConflict = (error: unknown): boolean =>
  error instanceof Error && CONFLICT_CODES.has((error as { code?: string }).code ?? '')

const TRIES = 5
const PAUSE_MS = 40

/**
 * Repeats `work`, a whole transaction, when another one won; for work that must succeed, such as a removal.
 * @throws what `work` throws, a conflict after five tries.
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
