import { setImmediate } from 'node:timers/promises'

/** For how long a piece of work may keep the process from everything else, in milliseconds. */
const LONGEST_MS = 5

/** Makes a function to be awaited between the steps of long work: from time to time it lets go on what else waits. */
export function createBreather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_MS) return
    await setImmediate()
    since = performance.now()
  }
}
