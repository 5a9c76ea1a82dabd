import { DomainError } from './errors.ts'

/** Runs work of which any amount may wait, such as work that has already begun to answer. @returns as `createGate`. */
export const createTurns = (running: number) =>
  createGate({ running, waiting: Number.POSITIVE_INFINITY, full: '', retryAfter: 0 })

type Bound = {
  /** How many run at a time. */
  running: number
  /** How many may wait. */
  waiting: number
  /** The message of a refusal, and the seconds after which to retry. */
  full: string
  retryAfter: number
}

/**
 * Runs heavy work a few at a time, in order of arrival.
 * @returns a function that runs the given work.
 * @throws DomainError 'unavailable' when too many are waiting.
 */
export function createGate({ running, waiting, full: fullMessage, retryAfter }: Bound) {
  let free = running
  const queue: (() => void)[] = []
  const waitForTurn = async (): Promise<void> => {
    if (free > 0) {
      free -= 1
      return
    }
    if (queue.length >= waiting) throw new DomainError('unavailable', fullMessage, { retryAfter })
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await waitForTurn()
    try {
      return await work()
    } finally {
      // Passes its turn on, so that a newcomer does not overtake those who wait.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
