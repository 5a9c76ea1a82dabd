import { DomainError } from './errors.ts'

/** Runs work with an unlimited queue, such as a response that has begun. @returns as `createGate`. */
export const createTurns = (running: number) =>
  createGate({ running, waiting: Number.POSITIVE_INFINITY, full: '', retryAfter: 0 })

type Bound = {
  running: number
  waiting: number
  full: string
  retryAfter: number
}

/**
 * Limits concurrent heavy work, in order of arrival.
 * @returns a function that runs the given work.
 * @throws DomainError 'unavailable' when the queue is full.
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
      // Passes its turn on, so that a newcomer does not overtake the queue.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
