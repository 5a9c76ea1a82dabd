import { DomainError } from './errors.ts'

type Bound = {
  /** How many run at a time. */
  running: number
  /** How many may wait for their turn. */
  waiting: number
  /** What one more is told, and after how many seconds it may come back. */
  full: string
  retryAfter: number
}

/**
 * Runs heavy work a few at a time, in the order in which it came.
 * @returns what runs the work given to it. @throws DomainError 'unavailable' when too many wait already.
 */
export function createGate({ running, waiting, full, retryAfter }: Bound) {
  let free = running
  const queue: (() => void)[] = []
  const turn = async (): Promise<void> => {
    if (free > 0) {
      free -= 1
      return
    }
    if (queue.length >= waiting) throw new DomainError('unavailable', full, { retryAfter })
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await turn()
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody who comes now gets ahead of those who wait.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
