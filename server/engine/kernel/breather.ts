import { setImmediate } from 'node:timers/promises'

/** Maximum time that work may block the process, in milliseconds. */
const LONGEST_MS = 5

/** Returns a function to await between steps of long work; from time to time it yields to other work. */
export function createBreather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_MS) return
    await setImmediate()
    since = performance.now()
  }
}
